package io.redisjobs.observation;

import java.time.Duration;
import java.util.Map;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.redisjobs.JobHandler;
import io.redisjobs.autoconfigure.JobObservationAutoConfiguration;
import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests that a trace follows a job from its publisher to its handler. */
@ExtendWith(TestRedis.class)
class JobTracesTests {

	private final Traces traces = new Traces();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class, JobObservationAutoConfiguration.class))
		.withBean(ObservationRegistry.class, this.traces::registry)
		.withUserConfiguration(Renderer.class)
		.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port());

	@AfterEach
	void close() {
		this.traces.close();
	}

	private SpanData span(String name) {
		return this.traces.spans().stream().filter((span) -> span.getName().equals(name)).findFirst().orElseThrow();
	}

	private void publishAndAwait(JobTemplate jobs) {
		Observation.createNotStarted("request", this.traces.registry())
			.observe(() -> jobs.publish("traced", Map.of("video", 1)));
		await().atMost(Duration.ofSeconds(30)).until(() -> this.traces.spans().size() == 4);
	}

	@Test
	void bullmqCarriesTheTraceAsItsOwnTelemetryDoes(Jedis redis) {
		this.runner.withPropertyValues("redis-jobs.defaults.protocol=bullmq").run((context) -> {
			publishAndAwait(context.getBean(JobTemplate.class));
			SpanData publish = span("traced publish");
			SpanData process = span("traced process");
			assertThat(publish.getParentSpanId()).isEqualTo(span("request").getSpanId());
			assertThat(process.getKind()).isEqualTo(SpanKind.CONSUMER);
			assertThat(process.getTraceId()).isEqualTo(publish.getTraceId());
			assertThat(process.getParentSpanId()).isEqualTo(publish.getSpanId());
			assertThat(span("rendering").getParentSpanId()).isEqualTo(process.getSpanId());
			assertThat(redis.hget("bull:traced:1", "opts"))
				.contains("\"tm\":\"{\\\"traceparent\\\":\\\"00-" + publish.getTraceId());
		});
	}

	@Test
	void aContractWithoutRoomStartsAnotherTrace() {
		this.runner.withPropertyValues("redis-jobs.defaults.protocol=omniq").run((context) -> {
			publishAndAwait(context.getBean(JobTemplate.class));
			assertThat(span("traced process").getTraceId()).isNotEqualTo(span("traced publish").getTraceId());
			assertThat(span("rendering").getParentSpanId()).isEqualTo(span("traced process").getSpanId());
		});
	}

	static class Renderer {

		private final ObservationRegistry registry;

		Renderer(ObservationRegistry registry) {
			this.registry = registry;
		}

		@JobHandler(queue = "traced")
		void render() {
			Observation.createNotStarted("rendering", this.registry).observe(() -> {
			});
		}

	}

}
