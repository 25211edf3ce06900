package io.redisjobs.sample.web;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.redisjobs.sample.mail.Mail;
import io.redisjobs.sample.mail.Mails;
import io.redisjobs.sample.pipeline.Recording;
import io.redisjobs.sample.report.Report;
import io.redisjobs.sample.report.Reports;
import io.redisjobs.sample.report.Section;
import io.redisjobs.sample.video.VideoRequest;
import io.redisjobs.sample.video.Videos;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;

/**
 * Reads payloads as their handlers will, so that a mistake is told to whoever makes it
 * and not to the log of a worker.
 */
@Component
class Payloads {

	private static final Map<String, Class<?>> TYPES = Map.of(Videos.QUEUE, VideoRequest.class, Mails.QUEUE, Mail.class,
			Reports.QUEUE, Report.class, "requested", Recording.class, "transcription", Recording.class);

	private final ObjectReader reader;

	Payloads(JsonMapper json) {
		this.reader = json.reader()
			.without(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
			.with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
					DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
					DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
					DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
	}

	/**
	 * Reads a payload.
	 * @param name the job's name, which may decide what its payload is
	 * @throws BadRequestException if it is no JSON, or not what the queue's handler takes
	 */
	Object read(String queue, @Nullable String name, @Nullable String text) {
		Class<?> type = (queue.equals(Reports.QUEUE) && "section".equals(name)) ? Section.class
				: TYPES.getOrDefault(queue, JsonNode.class);
		if (text == null || text.isBlank()) {
			throw new BadRequestException("No payload", "The request has no body. " + expected(queue, type));
		}
		try {
			Object payload = this.reader.forType(type).readValue(text);
			if (payload == null) {
				throw new BadRequestException("Payload does not fit", "It is null. " + expected(queue, type));
			}
			return payload;
		}
		catch (InputCoercionException ex) {
			throw bad("Payload does not fit", ex, " " + expected(queue, type));
		}
		catch (StreamReadException ex) {
			throw bad("Payload is not JSON", ex, "");
		}
		catch (DatabindException ex) {
			throw bad("Payload does not fit", ex, " " + expected(queue, type));
		}
	}

	private static BadRequestException bad(String title, JacksonException error, String hint) {
		TokenStreamLocation at = error.getLocation();
		return new BadRequestException(title,
				"Line " + at.getLineNr() + ", column " + at.getColumnNr() + ": " + problem(error) + "." + hint, at);
	}

	private static String problem(JacksonException error) {
		String path = error.getPath()
			.stream()
			.map((part) -> (part.getPropertyName() != null) ? part.getPropertyName() : "[" + part.getIndex() + "]")
			.collect(Collectors.joining("."));
		String message = error.getOriginalMessage();
		if (error instanceof UnrecognizedPropertyException) {
			return "There is no '" + path + "'";
		}
		if (message.startsWith("Missing creator property")) {
			return "'" + path + "' is missing";
		}
		if (message.startsWith("Trailing token")) {
			return "There is more after the end of the payload";
		}
		if (error instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
			return (path.isEmpty() ? "It" : "'" + path + "'") + " must be " + described(mismatch.getTargetType());
		}
		// without what it adds for programmers
		return message.replaceAll("\\s*\\((start marker at|for Object starting at|through) .*", "");
	}

	private static String expected(String queue, Class<?> type) {
		if (!type.isRecord()) {
			return "Any JSON will do.";
		}
		return "Queue '" + queue + "' takes "
				+ Arrays.stream(type.getRecordComponents())
					.map(Payloads::described)
					.collect(Collectors.joining(", ", "{", "}"))
				+ ".";
	}

	private static String described(RecordComponent component) {
		return "\"" + component.getName() + "\": " + described(component.getType());
	}

	private static String described(Class<?> type) {
		if (type == int.class) {
			return "a whole number";
		}
		if (type == String.class) {
			return "a text";
		}
		return List.class.isAssignableFrom(type) ? "a list of texts" : "an object";
	}

}
