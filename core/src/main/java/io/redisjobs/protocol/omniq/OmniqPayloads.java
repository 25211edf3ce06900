package io.redisjobs.protocol.omniq;

import java.lang.reflect.Array;

import io.redisjobs.JobRefusedException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Makes JSON of the payloads that the client is given. */
final class OmniqPayloads {

	private final JsonMapper mapper;

	OmniqPayloads(JsonMapper mapper) {
		this.mapper = mapper;
	}

	byte[] json(String queue, @Nullable Object payload) {
		if (payload == null || payload instanceof CharSequence || payload instanceof Number
				|| payload instanceof Boolean || payload instanceof Character) {
			String type = (payload != null) ? payload.getClass().getSimpleName() : "null";
			throw new JobRefusedException(queue, "an OmniQ payload is a JSON object or array, not " + type
					+ ". Pass a map, a collection, an array or an object.");
		}
		try {
			return this.mapper.writeValueAsBytes(payload);
		}
		catch (JacksonException ex) {
			String type = payload.getClass().isArray() ? "array of " + Array.getLength(payload)
					: payload.getClass().getName();
			throw new JobRefusedException(queue, "the payload (" + type + ") does not become JSON: " + ex.getMessage(),
					ex);
		}
	}

}
