package io.redisjobs.convert;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON by the application's {@link JsonMapper}. Bytes are taken as they are, and a
 * protobuf message as its own encoding. A handler that asks for a {@link String} gets the
 * text of a JSON string, and the JSON itself of anything else.
 */
public final class JsonPayloadConverter implements PayloadConverter {

	private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

	private final JsonMapper json;

	/**
	 * Creates the converter.
	 * @param json the mapper whose configuration decides how values look
	 */
	public JsonPayloadConverter(JsonMapper json) {
		this.json = json;
	}

	@Override
	public byte[] write(@Nullable Object value) {
		if (value == null) {
			return NULL;
		}
		if (value instanceof byte[] bytes) {
			return bytes;
		}
		if (ProtobufPayloads.isMessage(value.getClass())) {
			return ProtobufPayloads.write(value);
		}
		try {
			return this.json.writeValueAsBytes(value);
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException(
					value.getClass().getName() + " cannot be written as JSON: " + ex.getOriginalMessage(), ex);
		}
	}

	@Override
	public @Nullable Object read(byte[] payload, Type type) {
		if (type == byte[].class) {
			return payload;
		}
		if (type instanceof Class<?> target && ProtobufPayloads.isMessage(target)) {
			return ProtobufPayloads.read(payload, target);
		}
		if (type == String.class) {
			return text(payload);
		}
		JavaType target = this.json.getTypeFactory().constructType(type);
		try {
			return this.json.readValue(payload, target);
		}
		catch (JacksonException ex) {
			throw new PayloadMismatchException(
					"The payload does not fit " + target.toCanonical() + path(ex) + ": " + ex.getOriginalMessage(), ex);
		}
	}

	@Override
	public @Nullable String jobType(@Nullable Object value) {
		return (value != null && ProtobufPayloads.isMessage(value.getClass())) ? ProtobufPayloads.typeName(value)
				: null;
	}

	private String text(byte[] payload) {
		String text = new String(payload, StandardCharsets.UTF_8);
		if (!text.startsWith("\"")) {
			return text;
		}
		try {
			JsonNode node = this.json.readTree(payload);
			return node.isString() ? node.stringValue() : text;
		}
		catch (JacksonException ex) {
			return text;
		}
	}

	private static String path(JacksonException error) {
		return (error instanceof DatabindException && !error.getPath().isEmpty())
				? " at " + error.getPathReference().replaceAll("[\\w.$]+\\[", "[") : "";
	}

}
