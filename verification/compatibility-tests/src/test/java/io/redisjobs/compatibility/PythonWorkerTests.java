package io.redisjobs.compatibility;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobHandler;
import io.redisjobs.JobOperations;
import io.redisjobs.protocol.streams.JobEnvelope;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
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

/** The contract's own worker, as it is written there, in the pipeline of streams. */
@ExtendWith({ TestRedis.class, PythonExtension.class })
class PythonWorkerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final List<Process> workers = new CopyOnWriteArrayList<>();

	@AfterEach
	void kill() throws InterruptedException {
		for (Process worker : this.workers) {
			worker.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
		}
	}

	@Test
	void itsResultsAreHandledAndWhatItGivesUpIsRefundedOnce(Jedis redis) throws Exception {
		try (ConfigurableApplicationContext application = start("2s")) {
			Outcomes outcomes = application.getBean(Outcomes.class);
			Process worker = startWorker();
			String bad = request(application, Map.of("number", 2, "fail", true));
			String good = request(application, Map.of("number", 1));
			await().atMost(PATIENCE).until(() -> outcomes.completed.containsKey(good));
			await().atMost(PATIENCE).until(() -> !outcomes.refunded.isEmpty());
			assertThat(outcomes.completed).containsExactly(Map.entry(good, "spoken 1"));
			assertThat(outcomes.refunded).containsExactly(bad);
			assertThat(redis.lrange("ran", 0, -1).stream().filter(bad::equals)).hasSize(2);
			assertThat(redis.xpending("jobs:transcription", "worker-group").getTotal()).isZero();
			assertThat(worker.isAlive()).isTrue();
		}
	}

	@Test
	void whatItHeldWhenItDiedRunsInAnother(Jedis redis) throws Exception {
		try (ConfigurableApplicationContext application = start("2s")) {
			Process worker = startWorker();
			String held = request(application, Map.of("number", 1, "hold", true));
			await().atMost(PATIENCE).until(() -> redis.llen("held") == 1);
			worker.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
			Process second = startWorker();
			await().atMost(PATIENCE).until(() -> redis.llen("held") == 2);
			second.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
			Outcomes outcomes = application.getBean(Outcomes.class);
			await().atMost(PATIENCE).until(() -> !outcomes.refunded.isEmpty());
			assertThat(outcomes.refunded).containsExactly(held);
			assertThat(redis.lrange("ran", 0, -1)).containsExactly(held, held);
			assertThat(redis.xpending("jobs:transcription", "worker-group").getTotal()).isZero();
		}
	}

	@Test
	void whatItHeldWhenItDiedIsDoneByTheNext(Jedis redis) throws Exception {
		try (ConfigurableApplicationContext application = start("2s")) {
			Process worker = startWorker();
			String held = request(application, Map.of("number", 7, "hold", "once"));
			await().atMost(PATIENCE).until(() -> redis.llen("held") == 1);
			worker.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
			startWorker();
			Outcomes outcomes = application.getBean(Outcomes.class);
			await().atMost(PATIENCE).until(() -> !outcomes.completed.isEmpty());
			assertThat(outcomes.completed).containsExactly(Map.entry(held, "spoken 7"));
			await().atMost(PATIENCE).until(() -> redis.xpending("jobs:transcription", "worker-group").getTotal() == 0);
		}
	}

	private static String request(ConfigurableApplicationContext application, Map<String, ?> data) {
		return application.getBean(JobOperations.class)
			.publish("requested", data, (options) -> options.type("TRANSCRIPTION").userId("u"))
			.id();
	}

	private Process startWorker() throws IOException {
		ProcessBuilder builder = new ProcessBuilder(PythonExtension.python(), "run_worker.py")
			.directory(Path.of("src/test/python").toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.INHERIT);
		builder.environment().put("REDIS_HOST", TestRedis.host());
		builder.environment().put("REDIS_PORT", String.valueOf(TestRedis.port()));
		Process worker = builder.start();
		this.workers.add(worker);
		Runtime.getRuntime().addShutdownHook(new Thread(worker::destroyForcibly));
		return worker;
	}

	private static ConfigurableApplicationContext start(String abandonedAfter) {
		return new SpringApplicationBuilder(Pipeline.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.run("--spring.main.banner-mode=off", "--spring.data.redis.host=" + TestRedis.host(),
					"--spring.data.redis.port=" + TestRedis.port(), "--redis-jobs.defaults.protocol=streams",
					"--redis-jobs.queues.requested.streams.route.failures-to=failed",
					"--redis-jobs.queues.transcription.streams.failures-to=failed",
					"--redis-jobs.queues.transcription.max-attempts=2",
					"--redis-jobs.queues.transcription.streams.abandoned-after=" + abandonedAfter,
					"--redis-jobs.queues.completed.concurrency=1",
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

	/** Handles what came of the jobs. */
	static final class Outcomes {

		private final Map<String, String> completed = new ConcurrentHashMap<>();

		private final List<String> refunded = new CopyOnWriteArrayList<>();

		@JobHandler(queue = "completed")
		public void complete(JobEnvelope envelope) {
			this.completed.put(envelope.jobId(), envelope.data().get("text").stringValue());
		}

		@JobHandler(queue = "failed")
		public void refund(JobEnvelope envelope) {
			this.refunded.add(envelope.jobId());
		}

	}

}
