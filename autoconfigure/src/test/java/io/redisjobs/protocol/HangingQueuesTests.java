package io.redisjobs.protocol;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.redisjobs.kit.JobsApplication;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests that queues of every contract let go of a Redis that does not answer. */
class HangingQueuesTests {

	private static final List<String> CONTRACTS = List.of("bullmq", "omniq", "conveyor", "streams");

	private static final Duration SOON = Duration.ofSeconds(3);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private volatile boolean stopping;

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void waitsAndQueuesEndSoonWhileRedisHangs(String driver) throws Exception {
		try (RedisProcess redis = RedisProcess.start(); JobsApplication application = application(redis, driver)) {
			List<JobQueue> queues = CONTRACTS.stream().map(application::queue).toList();
			queues.forEach((queue) -> queue.reserve(1, Duration.ofMillis(10)));
			List<CompletableFuture<Void>> waits = queues.stream().map(this::waitAgainAndAgain).toList();
			try (Jedis jedis = redis.connect()) {
				await().until(() -> jedis.info("clients").contains("blocked_clients:" + CONTRACTS.size()));
			}
			this.stopping = true;
			signal(redis, "STOP");
			try {
				for (JobQueue queue : queues) {
					long before = System.nanoTime();
					queue.wakeUp();
					queue.disconnect();
					assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(SOON);
				}
				long before = System.nanoTime();
				application.context().getBean(JobQueues.class).close();
				assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(SOON);
			}
			finally {
				signal(redis, "CONT");
			}
			await().until(() -> waits.stream().allMatch(CompletableFuture::isDone));
		}
		finally {
			this.threads.shutdownNow();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void containersStopInTimeWhileRedisHangs(String driver) throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		try (RedisProcess redis = RedisProcess.start()) {
			JobsApplication application = builder(redis, driver)
				.properties("redis-jobs.defaults.shutdown-timeout=2s", "redis-jobs.defaults.concurrency=2")
				.handler("bullmq", (job) -> {
					end.await();
					return null;
				})
				.handler("omniq", (job) -> null)
				.run();
			try (application) {
				application.jobs().publish("bullmq", Map.of("a", 1));
				await().until(() -> application.container("bullmq").running() == 1);
				signal(redis, "STOP");
				try {
					end.countDown();
					long before = System.nanoTime();
					application.context().getBean(JobContainerRegistry.class).stop();
					assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(12));
				}
				finally {
					signal(redis, "CONT");
				}
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "lettuce" })
	void idleContainersStayConnectedThoughCommandsHaveLittleTime(String driver) {
		try (RedisProcess redis = RedisProcess.start();
				JobsApplication application = builder(redis, driver).properties("spring.data.redis.timeout=1s")
					.handler("bullmq", (job) -> null)
					.handler("omniq", (job) -> null)
					.handler("conveyor", (job) -> null)
					.handler("streams", (job) -> null)
					.run()) {
			await().during(Duration.ofSeconds(4))
				.atMost(Duration.ofSeconds(6))
				.pollInterval(Duration.ofMillis(20))
				.until(() -> CONTRACTS.stream()
					.allMatch((queue) -> application.container(queue).state() == ContainerState.RUNNING));
		}
	}

	private CompletableFuture<Void> waitAgainAndAgain(JobQueue queue) {
		return CompletableFuture.runAsync(() -> {
			while (!this.stopping) {
				queue.reserve(1, Duration.ofSeconds(20));
			}
		}, this.threads);
	}

	private static JobsApplication application(RedisProcess redis, String driver) {
		return builder(redis, driver).run();
	}

	private static JobsApplication.Builder builder(RedisProcess redis, String driver) {
		JobsApplication.Builder builder = JobsApplication.builder()
			.properties("spring.data.redis.port=" + redis.port(), "spring.data.redis.client-type=" + driver);
		CONTRACTS.forEach((contract) -> builder.properties("redis-jobs.queues." + contract + ".protocol=" + contract));
		return builder;
	}

	private static void signal(RedisProcess redis, String name) throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-" + name, String.valueOf(redis.pid())).start().waitFor();
	}

}
