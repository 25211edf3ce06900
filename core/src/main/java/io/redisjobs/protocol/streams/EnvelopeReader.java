package io.redisjobs.protocol.streams;

import java.util.Optional;

import io.redisjobs.redis.Bytes;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads envelopes in one pass and remembers where their parts stand. */
final class EnvelopeReader {

	private static final JsonFactory JSON = JsonFactory.builder()
		.streamReadConstraints(StreamReadConstraints.builder()
			.maxStringLength(Integer.MAX_VALUE)
			.maxNumberLength(Integer.MAX_VALUE)
			.build())
		.build();

	private static final JsonMapper MAPPER = JsonMapper.builder(JSON).build();

	private EnvelopeReader() {
	}

	static Envelope read(byte @Nullable [] raw) {
		if (raw == null) {
			return Envelope.broken(new byte[0], "The entry has no field 'payload'");
		}
		try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), raw)) {
			if (parser.nextToken() != JsonToken.START_OBJECT) {
				return Envelope.broken(raw, "The payload is no JSON object");
			}
			return readObject(raw, parser);
		}
		catch (JacksonException ex) {
			return Envelope.broken(raw, "The payload is no valid JSON: " + ex.getOriginalMessage());
		}
	}

	private static Envelope readObject(byte[] raw, JsonParser parser) {
		String jobId = null;
		String type = null;
		Envelope.Part jobIdPart = null;
		Envelope.Part userIdPart = null;
		Envelope.Part typePart = null;
		Envelope.Part dataPart = null;
		long timestamp = 0;
		for (String name = parser.nextName(); name != null; name = parser.nextName()) {
			JsonToken token = parser.nextToken();
			switch (name) {
				case "job_id" -> {
					jobId = scalar(parser, token);
					jobIdPart = part(parser);
				}
				case "user_id" -> userIdPart = part(parser);
				case "type" -> {
					type = scalar(parser, token);
					typePart = part(parser);
				}
				case "data" -> dataPart = part(parser);
				case "timestamp" -> timestamp = number(parser, token);
				default -> parser.skipChildren();
			}
		}
		if (parser.nextToken() != null) {
			return Envelope.broken(raw, "The payload goes on after the JSON object");
		}
		String problem = (type == null) ? "The envelope has no type" : null;
		return new Envelope(raw, jobId, type, (jobId != null) ? jobIdPart : null, userIdPart,
				(type != null) ? typePart : null, dataPart, timestamp, problem);
	}

	private static @Nullable String scalar(JsonParser parser, JsonToken token) {
		if (!token.isScalarValue() || token == JsonToken.VALUE_NULL) {
			return null;
		}
		String text = parser.getString();
		return text.isEmpty() ? null : text;
	}

	private static long number(JsonParser parser, JsonToken token) {
		if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
			return parser.getLongValue();
		}
		parser.skipChildren();
		return 0;
	}

	private static Envelope.Part part(JsonParser parser) {
		int start = (int) parser.currentTokenLocation().getByteOffset();
		parser.skipChildren();
		parser.finishToken();
		return new Envelope.Part(start, (int) parser.currentLocation().getByteOffset());
	}

	/** Why bytes are no JSON value, if they are none. */
	static Optional<String> problemOf(byte[] json) {
		try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
			if (parser.nextToken() == null) {
				return Optional.of("it is empty");
			}
			parser.skipChildren();
			parser.finishToken();
			return (parser.nextToken() != null) ? Optional.of("it goes on after the first value") : Optional.empty();
		}
		catch (JacksonException ex) {
			return Optional.of(ex.getOriginalMessage());
		}
	}

	static JsonNode tree(byte[] json) {
		return MAPPER.readTree(json);
	}

	static @Nullable String userId(Envelope envelope) {
		Envelope.Part part = envelope.userIdPart();
		if (part == null) {
			return null;
		}
		JsonNode value = tree(part.of(envelope.raw()));
		return value.isNull() ? null : value.isString() ? value.stringValue() : value.toString();
	}

	static byte[] quote(String text) {
		return Bytes.of(MAPPER.writeValueAsString(text));
	}

}
