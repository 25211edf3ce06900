package io.redisjobs.observation;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that traces are read as others write them. */
class TraceContextJsonTests {

	@Test
	void whatIsWrittenIsRead() {
		Map<String, String> headers = Map.of("traceparent", "00-a-b-01", "tracestate", "x=\"1\"");
		assertThat(TraceContextJson.read(TraceContextJson.write(headers))).isEqualTo(headers);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{}", "[]", "null", "plain words", "{\"traceparent\":7}", "{\"traceparent\":" })
	void whatIsNoTraceIsNoError(String text) {
		assertThat(TraceContextJson.read(text)).isEmpty();
	}

}
