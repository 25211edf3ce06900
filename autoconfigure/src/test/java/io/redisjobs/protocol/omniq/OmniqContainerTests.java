package io.redisjobs.protocol.omniq;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.JobRefusedException;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.protocol.Delays;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** OmniQ queues behind containers and templates, beside other clients of the queue. */
@ExtendWith(TestRedis.class)
class OmniqContainerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final List<JobsApplication> applications = new ArrayList<>();

	private final CountDownLatch release = new CountDownLatch(1);

	@AfterEach
	void stop() {
		this.release.countDown();
		this.applications.forEach(JobsApplication::close);
	}

	private JobsApplication run(JobsApplication.Builder builder) {
		JobsApplication application = builder.run();
		this.applications.add(application);
		return application;
	}

	private static JobsApplication.Builder application(String... properties) {
		return JobsApplication.builder().properties("redis-jobs.defaults.protocol=omniq").properties(properties);
	}

	@Test
	void groupsKeepTheirLimitAndOrder(Jedis jedis) {
		Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
		Map<String, List<String>> order = new ConcurrentHashMap<>();
		AtomicBoolean tooMany = new AtomicBoolean();
		AtomicInteger done = new AtomicInteger();
		JobsApplication application = run(
				application("redis-jobs.queues.grouped.concurrency=8").handler("grouped", (job) -> {
					String gid = job.groupId().orElse("none");
					AtomicInteger count = running.computeIfAbsent(gid, (key) -> new AtomicInteger());
					if (count.incrementAndGet() > 1 && !gid.equals("none")) {
						tooMany.set(true);
					}
					order.computeIfAbsent(gid, (key) -> Collections.synchronizedList(new ArrayList<>())).add(job.id());
					count.decrementAndGet();
					done.incrementAndGet();
					return null;
				}));
		List<String> first = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			first.add(application.jobs().publish("grouped", Map.of("i", i), (options) -> options.group("a", 1)).id());
			application.jobs().publish("grouped", Map.of("i", i), (options) -> options.group("b", 1));
			application.jobs().publish("grouped", Map.of("i", i));
		}
		await().atMost(PATIENCE).until(() -> done.get() == 90);
		assertThat(tooMany).isFalse();
		assertThat(order.get("a")).isEqualTo(first);
		await().atMost(PATIENCE).untilAsserted(() -> OmniqFixture.checkQueue(jedis, "grouped"));
	}

	@Test
	void theContextHasTheContractsHandlerInput() {
		List<JobContext> seen = Collections.synchronizedList(new ArrayList<>());
		JobsApplication application = run(application().handler("input", (job) -> seen.add(job)));
		OmniqClient client = application.context().getBean(OmniqClient.class);
		String id = client.publish("input", Map.of("a", 1),
				OmniqPublishOptions.defaults().withMaxAttempts(7).withGroup("tenant-7", 2));
		await().atMost(PATIENCE).until(() -> !seen.isEmpty());
		JobContext job = seen.get(0);
		assertThat(job.queue()).isEqualTo("input");
		assertThat(job.id()).isEqualTo(id);
		assertThat(new String(job.payload())).isEqualTo("{\"a\":1}");
		assertThat(job.attempt()).isOne();
		assertThat(job.maxAttempts()).isEqualTo(7);
		assertThat(job.leaseToken()).hasSize(40);
		assertThat(job.leaseEnd()).isNotNull();
		assertThat(job.groupId()).isEqualTo(Optional.of("tenant-7"));
	}

	@Test
	void aLeaseShorterThanTheContainersIsKept(Jedis jedis) {
		AtomicInteger runs = new AtomicInteger();
		JobsApplication application = run(application("redis-jobs.defaults.lease=60s").handler("short", (job) -> {
			runs.incrementAndGet();
			return this.release.await(8, TimeUnit.SECONDS);
		}));
		application.context()
			.getBean(OmniqClient.class)
			.publish("short", List.of(1), OmniqPublishOptions.defaults().withTimeoutMs(5000).withBackoffMs(0));
		await().atMost(PATIENCE).until(() -> jedis.llen("{short}:completed") == 1);
		assertThat(runs).hasValue(1);
	}

	@Test
	void aHandlerThatLostItsLeaseIsInterruptedAndNotAcknowledged(Jedis jedis) {
		CountDownLatch started = new CountDownLatch(1);
		AtomicBoolean interrupted = new AtomicBoolean();
		AtomicBoolean told = new AtomicBoolean();
		JobsApplication application = run(application("redis-jobs.defaults.lease=1s").handler("lost", (job) -> {
			started.countDown();
			try {
				this.release.await();
			}
			catch (InterruptedException ex) {
				told.set(job.leaseLost());
				interrupted.set(true);
			}
			return null;
		}));
		String id = application.jobs().publish("lost", Map.of()).id();
		await().atMost(PATIENCE).until(() -> started.getCount() == 0);
		jedis.hset("{lost}:job:" + id, "lease_token", "somebody else's");
		await().atMost(PATIENCE).until(interrupted::get);
		assertThat(told).isTrue();
		await().atMost(PATIENCE).until(() -> application.container("lost").running() == 0);
		assertThat(jedis.exists("{lost}:completed")).isFalse();
	}

	@Test
	void aScalarIsRefusedByTheTemplate(Jedis jedis) {
		JobsApplication application = run(application());
		for (Object scalar : List.of("text", 1, true)) {
			assertThatExceptionOfType(JobRefusedException.class)
				.isThrownBy(() -> application.jobs().publish("emails", scalar))
				.withMessageContaining("JSON object or array");
		}
		assertThat(jedis.keys("{emails}*")).isEmpty();
	}

	@Test
	void propertiesReachTheContract(Jedis jedis) {
		JobsApplication application = run(
				application("redis-jobs.queues.kept.keep-completed=1", "redis-jobs.queues.kept.max-attempts=9",
						"redis-jobs.queues.kept.backoff=7s", "redis-jobs.queues.kept.lease=11s",
						"redis-jobs.queues.kept.omniq.on-duplicate=ignore", "redis-jobs.queues.kept.auto-startup=false")
					.handler("kept", (job) -> null));
		String id = application.jobs().publish("kept", Map.of()).id();
		assertThat(jedis.hgetAll("{kept}:job:" + id)).containsEntry("max_attempts", "9")
			.containsEntry("backoff_ms", "7000")
			.containsEntry("timeout_ms", "11000");
		application.jobs().publish("kept", Map.of());
		application.container("kept").start();
		await().atMost(PATIENCE).until(() -> jedis.llen("{kept}:wait") == 0 && jedis.zcard("{kept}:active") == 0);
		assertThat(jedis.llen("{kept}:completed")).isOne();
	}

	@Test
	void aJobSaysItsTimeoutThroughTheTemplate(Jedis jedis) {
		JobsApplication application = run(application("redis-jobs.queues.plain.protocol=conveyor"));
		String id = application.jobs()
			.publish("timed", Map.of(), (options) -> options.timeout(Duration.ofSeconds(3)))
			.id();
		assertThat(jedis.hget("{timed}:job:" + id, "timeout_ms")).isEqualTo("3000");
		String endless = application.jobs()
			.publish("timed", Map.of(), (options) -> options.timeout(Duration.ofSeconds(Long.MAX_VALUE)))
			.id();
		assertThat(jedis.hget("{timed}:job:" + endless, "timeout_ms"))
			.isEqualTo(Long.toString(Delays.LONGEST.toMillis()));
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(
					() -> application.jobs().publish("timed", Map.of(), (options) -> options.timeout(Duration.ZERO)))
			.withMessageContaining("at least 1 ms");
		assertThatExceptionOfType(UnsupportedJobOptionException.class)
			.isThrownBy(() -> application.jobs()
				.publish("plain", Map.of(), (options) -> options.timeout(Duration.ofSeconds(3))))
			.withMessageContaining("timeout");
	}

	@Test
	void aPayloadThatIsNoJsonReachesHandlersOfBytesAndFailsTheJobOfOthers(Jedis jedis) {
		Unparsable handlers = new Unparsable();
		run(application("redis-jobs.defaults.unfit-jobs=fail").bean(Unparsable.class, handlers));
		FirstGenerationClient typed = new FirstGenerationClient(jedis, "typed");
		FirstGenerationClient raw = new FirstGenerationClient(jedis, "raw");
		for (FirstGenerationClient other : List.of(typed, raw)) {
			other.publish("x", "not json", "", System.currentTimeMillis());
		}
		await().atMost(PATIENCE).until(() -> jedis.llen("{typed}:failed") == 1 && jedis.llen("{raw}:completed") == 1);
		assertThat(jedis.hgetAll("{typed}:job:x")).containsEntry("attempt", "1")
			.containsEntry("max_attempts", "3")
			.containsEntry("payload", "not json")
			.hasEntrySatisfying("last_error",
					(error) -> assertThat(error).startsWith("UnfitJobException: The payload does not fit"));
		assertThat(handlers.typed).hasValue(0);
		assertThat(handlers.raw).containsExactly("not json");
	}

	@Test
	void aJobOfAKilledWorkerIsRunElsewhereAndTheAttemptCounts(Jedis jedis) throws Exception {
		JobsApplication publisher = run(application("redis-jobs.defaults.lease=1s", "redis-jobs.defaults.backoff=0s"));
		publisher.jobs().publish("crash", Map.of());
		Process worker = doomedWorker("crash");
		try {
			await().atMost(Duration.ofSeconds(60)).until(() -> jedis.zcard("{crash}:active") == 1);
		}
		finally {
			worker.destroyForcibly().waitFor();
		}
		AtomicInteger attempt = new AtomicInteger();
		run(application("redis-jobs.defaults.lease=1s").handler("crash", (job) -> {
			attempt.set(job.attempt());
			return null;
		}));
		await().atMost(PATIENCE).until(() -> jedis.llen("{crash}:completed") == 1);
		assertThat(attempt).hasValue(2);
		OmniqFixture.checkQueue(jedis, "crash");
	}

	private static Process doomedWorker(String queue) throws Exception {
		ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-cp", System.getProperty("java.class.path"), DoomedWorker.class.getName(), queue)
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD);
		builder.environment().put("REDIS_JOBS_TEST_URL", "redis://" + TestRedis.host() + ":" + TestRedis.port());
		return builder.start();
	}

	static class Unparsable {

		private final AtomicInteger typed = new AtomicInteger();

		private final List<String> raw = Collections.synchronizedList(new ArrayList<>());

		@JobHandler(queue = "typed")
		void typed(Map<String, Object> payload) {
			this.typed.incrementAndGet();
		}

		@JobHandler(queue = "raw")
		void raw(byte[] payload) {
			this.raw.add(new String(payload));
		}

	}

}
