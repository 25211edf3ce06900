package io.redisjobs.compatibility;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobHandler;
import io.redisjobs.JobOperations;
import io.redisjobs.protocol.streams.JobEnvelope;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The pipeline of streams with a plain Redis client of another language in it. */
@ExtendWith({ TestRedis.class, NodeExtension.class })
class StreamPeerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@Test
	void aForeignWorkerTakesRoutedJobsAndItsResultsAndFailuresAreHandled(Jedis redis) throws Exception {
		Process worker = node("worker", "jobs:transcription", "worker-group");
		try (ConfigurableApplicationContext application = start(false)) {
			JobOperations jobs = application.getBean(JobOperations.class);
			Outcomes outcomes = application.getBean(Outcomes.class);
			String good = jobs
				.publish("requested", Map.of("number", 1), (options) -> options.type("TRANSCRIPTION").userId("u"))
				.id();
			String bad = jobs
				.publish("requested", Map.of("number", 2, "fail", true), (options) -> options.type("TRANSCRIPTION"))
				.id();
			await().atMost(PATIENCE).until(() -> outcomes.completed.size() + outcomes.failed.size() == 2);
			assertThat(outcomes.completed).containsExactly(Map.entry(good, "spoken 1"));
			assertThat(outcomes.failed).containsExactly(Map.entry(bad, "out of memory"));
			await().atMost(PATIENCE)
				.untilAsserted(
						() -> assertThat(redis.xpending("jobs:transcription", "worker-group").getTotal()).isZero());
		}
		finally {
			worker.destroyForcibly();
		}
	}

	@Test
	void foreignAndOwnWorkersShareTheRequestsOfAForeignProducer(Jedis redis) throws Exception {
		Process worker = node("worker", "jobs:transcription", "worker-group");
		try (ConfigurableApplicationContext application = start(true)) {
			Process producer = node("produce", "jobs:requested", "50");
			assertThat(producer.waitFor(60, TimeUnit.SECONDS)).isTrue();
			Outcomes outcomes = application.getBean(Outcomes.class);
			await().atMost(PATIENCE).until(() -> outcomes.completed.size() + outcomes.failed.size() == 50);
			assertThat(outcomes.failed).hasSize(10);
			await().atMost(PATIENCE)
				.untilAsserted(
						() -> assertThat(redis.xpending("jobs:transcription", "worker-group").getTotal()).isZero());
			assertThat(redis.xlen("jobs:completed") + redis.xlen("jobs:failed")).isEqualTo(50);
		}
		finally {
			worker.destroyForcibly();
		}
	}

	private static Process node(String... arguments) throws IOException {
		List<String> command = new ArrayList<>(
				List.of("node", "streams.mjs", TestRedis.host(), String.valueOf(TestRedis.port())));
		command.addAll(List.of(arguments));
		Process process = new ProcessBuilder(command).directory(NodeBullmq.folder().toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.INHERIT)
			.start();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
		return process;
	}

	private static ConfigurableApplicationContext start(boolean works) {
		return new SpringApplicationBuilder(works ? WithWorker.class : Pipeline.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.run("--spring.main.banner-mode=off", "--spring.data.redis.host=" + TestRedis.host(),
					"--spring.data.redis.port=" + TestRedis.port(), "--redis-jobs.defaults.protocol=streams",
					"--redis-jobs.queues.requested.streams.route.failures-to=failed",
					"--redis-jobs.queues.transcription.streams.results-to=completed",
					"--redis-jobs.queues.transcription.streams.failures-to=failed",
					"--redis-jobs.queues.transcription.max-attempts=1", "--redis-jobs.queues.completed.concurrency=1",
					"--redis-jobs.queues.failed.streams.once-per-job-id=true");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Pipeline {

		@Bean
		Outcomes outcomes() {
			return new Outcomes();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WithWorker extends Pipeline {

		@Bean
		Transcriber transcriber() {
			return new Transcriber();
		}

	}

	/** Handles what came of the jobs. */
	static final class Outcomes {

		private final Map<String, String> completed = new ConcurrentHashMap<>();

		private final Map<String, String> failed = new ConcurrentHashMap<>();

		@JobHandler(queue = "completed")
		public void complete(JobEnvelope envelope) {
			this.completed.put(envelope.jobId(), envelope.data().get("text").stringValue());
		}

		@JobHandler(queue = "failed")
		public void refund(JobEnvelope envelope) {
			this.failed.put(envelope.jobId(), envelope.data().get("error").stringValue());
		}

	}

	/** A worker of our own beside the foreign one. */
	static final class Transcriber {

		@JobHandler(queue = "transcription")
		public Map<String, String> transcribe(Request request) {
			if (request.fail()) {
				throw new IllegalStateException("out of memory");
			}
			return Map.of("text", "spoken " + request.number());
		}

	}

	/** What is asked for. */
	record Request(int number, boolean fail) {

	}

}
