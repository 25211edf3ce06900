package io.redisjobs.observation;

import java.util.LinkedHashMap;
import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A trace context as it travels with a job: a JSON object of the propagator's headers,
 * such as {@code {"traceparent":"00-.."}}, which is what BullMQ's own telemetry writes.
 */
final class TraceContextJson {

	private static final JsonMapper JSON = new JsonMapper();

	private TraceContextJson() {
	}

	static String write(Map<String, String> headers) {
		return JSON.writeValueAsString(headers);
	}

	/** The headers; none of a text that others wrote in another form. */
	static Map<String, String> read(String text) {
		Map<String, String> headers = new LinkedHashMap<>();
		try {
			JsonNode tree = JSON.readTree(text);
			tree.properties().forEach((entry) -> {
				if (entry.getValue().isString()) {
					headers.put(entry.getKey(), entry.getValue().stringValue());
				}
			});
		}
		catch (JacksonException ex) {
			// a job without a trace is still a job
		}
		return headers;
	}

}
