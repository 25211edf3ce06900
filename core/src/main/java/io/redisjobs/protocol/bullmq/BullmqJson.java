package io.redisjobs.protocol.bullmq;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The contract's own JSON; payloads and results are not touched. */
final class BullmqJson {

	// what Node stores is read, up to what a stack and a heap bear
	private static final JsonMapper MAPPER = JsonMapper
		.builder(JsonFactory.builder()
			.streamReadConstraints(StreamReadConstraints.builder()
				.maxNestingDepth(5_000)
				.maxNameLength(10_000_000)
				.maxNumberLength(100_000)
				.maxStringLength(512 * 1024 * 1024)
				.build())
			.build())
		.build();

	private BullmqJson() {
	}

	static ObjectNode object() {
		return MAPPER.createObjectNode();
	}

	static ArrayNode array() {
		return MAPPER.createArrayNode();
	}

	static byte[] bytes(JsonNode node) {
		return MAPPER.writeValueAsBytes(node);
	}

	/** An object, or {@code null} if the text is not one. */
	static @Nullable ObjectNode readObject(byte[] json) {
		return (read(json) instanceof ObjectNode object) ? object : null;
	}

	/** An array, or {@code null} if the text is not one. */
	static @Nullable ArrayNode readArray(byte[] json) {
		return (read(json) instanceof ArrayNode array) ? array : null;
	}

	private static @Nullable JsonNode read(byte[] json) {
		try {
			return MAPPER.readTree(json);
		}
		catch (JacksonException ex) {
			return null;
		}
	}

	/** Whether the text is one JSON value. */
	static boolean isJson(byte[] text) {
		try (JsonParser parser = MAPPER.createParser(text)) {
			if (parser.nextToken() == null) {
				return false;
			}
			parser.skipChildren();
			JsonToken rest = parser.nextToken();
			return rest == null;
		}
		catch (JacksonException ex) {
			return false;
		}
	}

}
