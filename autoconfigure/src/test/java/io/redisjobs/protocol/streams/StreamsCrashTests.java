package io.redisjobs.protocol.streams;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A worker process that is killed in the middle of its jobs. */
@ExtendWith(TestRedis.class)
class StreamsCrashTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String[] PROPERTIES = { "redis-jobs.defaults.protocol=streams", "redis-jobs.defaults.lease=2s",
			"redis-jobs.queues.crash.concurrency=4", "redis-jobs.queues.crash.streams.results-to=completed" };

	@Test
	void theJobsOfAKilledWorkerAreRunByAnother(Jedis redis) throws Exception {
		Process worker = startWorker();
		Map<String, Integer> attempts = new ConcurrentHashMap<>();
		try (JobsApplication application = JobsApplication.builder()
			.properties(PROPERTIES)
			.properties("redis-jobs.queues.crash.auto-startup=false")
			.handler("crash", (job) -> attempts.merge(job.id(), job.attempt(), Integer::max))
			.run()) {
			application.jobs().publishAll("crash", IntStream.range(0, 20).boxed().toList());
			await().atMost(PATIENCE).until(() -> redis.llen("started") >= 4);
			worker.destroyForcibly();
			assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
			assertThat(redis.exists("jobs:completed")).isFalse();
			application.container("crash").start();
			await().atMost(PATIENCE).until(() -> attempts.size() == 20);
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(redis.xpending("jobs:crash", "worker-group").getTotal()).isZero());
			assertThat(redis.xlen("jobs:completed")).isEqualTo(20);
			assertThat(attempts.values()).contains(2);
		}
		finally {
			worker.destroyForcibly();
		}
	}

	private static Process startWorker() throws IOException {
		ProcessBuilder worker = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-Xmx256m", "-cp", System.getProperty("java.class.path"),
				StuckWorker.class.getName());
		worker.environment().put("REDIS_JOBS_TEST_URL", "redis://" + TestRedis.host() + ":" + TestRedis.port());
		Process process = worker.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
		return process;
	}

	/** Takes jobs, notes them in a list, and never ends one. */
	static final class StuckWorker {

		private StuckWorker() {
		}

		public static void main(String[] args) throws InterruptedException {
			CountDownLatch never = new CountDownLatch(1);
			JobsApplication.builder().properties(PROPERTIES).handler("crash", (job) -> {
				try (Jedis redis = TestRedis.connect()) {
					redis.rpush("started", job.id());
				}
				never.await();
				return null;
			}).run();
			never.await();
		}

	}

}
