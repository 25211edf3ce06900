package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.redisjobs.JobRateLimitedException;
import io.redisjobs.UnfitJobException;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Node and Java workers on one queue: recovery, leases, pauses and limits. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class MixedFleetTests {

	private static final JavaSide.Handler DONE = JavaSide.Handler.returning("done");

	@Test
	void aJobWhoseNodeWorkerIsGoneIsRecoveredByJava(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("recovery");
		NodeWorker gone = node.worker(5, "recovery", Map.of("lockDuration", 1000, "skipStalledCheck", true),
				NodeScript.nothing().hold());
		String id = queue.add("a", 1);
		await().until(() -> gone.ranIds().contains(id));
		gone.abandon();
		try (JavaSide java = JavaSide.worker("recovery", DONE, "queue.bullmq.stalled-interval=1s")) {
			await().until(() -> queue.state(id).equals("completed"));
			assertThat(java.ranIds()).containsExactly(id);
			assertThat(jedis.hget("bull:recovery:" + id, "stc")).isEqualTo("1");
			assertThat(jedis.hget("bull:recovery:" + id, "ats")).isEqualTo("2");
			assertThat(NodeProducerJavaWorkerTests.events(jedis, "recovery")).extracting((event) -> event.get("event"))
				.containsSubsequence("active", "waiting", "stalled", "active", "completed");
		}
	}

	@Test
	void aJobThatLosesItsWorkerTooOftenFailsWithoutRunningAgain(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("recovery");
		NodeWorker gone = node.worker(5, "recovery", Map.of("lockDuration", 1000, "skipStalledCheck", true),
				NodeScript.nothing().hold());
		String id = queue.add("a", 1, Map.of("attempts", 5));
		await().until(() -> gone.ranIds().contains(id));
		gone.abandon();
		try (JavaSide java = JavaSide.worker("recovery", DONE, "queue.bullmq.stalled-interval=1s",
				"queue.bullmq.max-stalled-count=0")) {
			await().until(() -> queue.state(id).equals("failed"));
			assertThat(java.runs()).isEmpty();
			assertThat(queue.job(id).get("failedReason").asString()).isEqualTo("job stalled more than allowable limit");
			assertThat(jedis.hexists("bull:recovery:" + id, "defa")).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 5, 6 })
	void aJobThatNothingInJavaCanRunIsTakenByANodeWorkerThatComesLater(int version, NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue(version, "deployment", Map.of());
		JavaSide.Handler unfit = (data, job) -> {
			throw new UnfitJobException("no handler for " + job.name());
		};
		String id = queue.add("new", 1);
		try (JavaSide java = JavaSide.worker("deployment", unfit, "queue.unfit-pause=1s")) {
			await().until(() -> queue.state(id).equals("delayed"));
			assertThat(queue.job(id).get("failedReason").asString()).isEqualTo("no handler for new");
			assertThat(java.runs()).isNotEmpty();
		}
		// while both are there, chance says which of them takes it
		NodeWorker later = node.worker(version, "deployment", Map.of(), NodeScript.nothing());
		await().until(() -> queue.state(id).equals("completed"));
		assertThat(later.ranIds()).containsExactly(id);
		// nothing is left of the workers that could not run it
		assertThat(jedis.hgetAll("bull:deployment:" + id)).containsEntry("ats", "1").containsEntry("atm", "1");
		assertThat(NodeProducerJavaWorkerTests.events(jedis, "deployment")).extracting((event) -> event.get("event"))
			.containsSubsequence("active", "delayed", "waiting", "active", "completed")
			.doesNotContain("failed", "stalled");
	}

	@Test
	void aJobThatTakesLongerThanItsLeaseIsLeftAlone(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("long");
		JavaSide.Hold hold = new JavaSide.Hold();
		try (JavaSide java = JavaSide.worker("long", hold, "queue.lease=2s")) {
			String id = queue.add("a", 1);
			await().until(() -> java.ranIds().contains(id));
			NodeWorker checker = node.worker(5, "long", Map.of("stalledInterval", 300), NodeScript.nothing());
			long start = System.currentTimeMillis();
			await().until(() -> System.currentTimeMillis() - start > 5000);
			hold.release();
			await().until(() -> queue.state(id).equals("completed"));
			assertThat(java.ranIds()).containsExactly(id);
			assertThat(checker.runs()).isEmpty();
			assertThat(jedis.hexists("bull:long:" + id, "stc")).isFalse();
		}
	}

	@Test
	void aPausedQueueRestsAndDelayedJobsWaitAmongThePausedOnes(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("paused");
		try (JavaSide java = JavaSide.worker("paused", DONE)) {
			await().untilAsserted(() -> assertThat(queue.workers()).hasSize(1));
			queue.pause();
			String waiting = queue.add("a", 1);
			String delayed = queue.add("b", 2, Map.of("delay", 200));
			await().untilAsserted(
					() -> assertThat(jedis.lrange("bull:paused:paused", 0, -1)).containsExactly(delayed, waiting));
			assertThat(java.runs()).isEmpty();
			queue.resume();
			await().until(() -> queue.state(delayed).equals("completed"));
			assertThat(java.ranIds()).containsExactly(waiting, delayed);
		}
	}

	@Test
	void theGlobalConcurrencyHoldsForBothTogether(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("global");
		queue.invoke("setGlobalConcurrency", 1);
		List<Long> active = new CopyOnWriteArrayList<>();
		try (JavaSide java = JavaSide.worker("global", (data, job) -> {
			try (Jedis own = TestRedis.connect()) {
				for (int look = 0; look < 20; look++) {
					active.add(own.llen("bull:global:active"));
				}
			}
			return null;
		}, "queue.concurrency=4")) {
			// whoever runs the first may go on with all others
			for (int i = 0; i < 20; i++) {
				queue.add("a", i);
			}
			NodeWorker worker = node.worker(5, "global", Map.of("concurrency", 4), NodeScript.nothing().sleep(20));
			for (int i = 20; i < 40; i++) {
				queue.add("a", i);
			}
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:global:completed")).isEqualTo(40));
			assertThat(active).isNotEmpty().containsOnly(1L);
			List<long[]> spans = new ArrayList<>();
			java.runs().forEach((run) -> spans.add(new long[] { run.startedAt, run.endedAt }));
			worker.runs()
				.forEach((run) -> spans.add(new long[] { run.get("startedAt").asLong(), run.get("endedAt").asLong() }));
			spans.sort(Comparator.comparingLong((span) -> span[0]));
			assertThat(spans).hasSize(40);
			for (int i = 1; i < spans.size(); i++) {
				assertThat(spans.get(i)[0]).isGreaterThanOrEqualTo(spans.get(i - 1)[1]);
			}
		}
	}

	@Test
	void aLimiterHoldsForBothTogether(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("limited");
		for (int i = 0; i < 20; i++) {
			queue.add("a", i);
		}
		try (JavaSide java = JavaSide.worker("limited", DONE, "queue.concurrency=4", "queue.bullmq.limiter-max=5",
				"queue.bullmq.limiter-duration=500ms")) {
			node.worker(5, "limited", Map.of("concurrency", 4, "limiter", Map.of("max", 5, "duration", 500)),
					NodeScript.nothing());
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:limited:completed")).isEqualTo(20));
			assertThat(java.runs()).hasSizeLessThanOrEqualTo(20);
		}
		// four windows of five jobs: the last one starts three durations after the first
		assertThat(span(jedis, "limited")).isGreaterThanOrEqualTo(1450);
	}

	@Test
	void theQueuesOwnRateLimitIsRespected(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("limits");
		queue.invoke("setGlobalRateLimit", 4, 500);
		for (int i = 0; i < 12; i++) {
			queue.add("a", i);
		}
		try (JavaSide java = JavaSide.worker("limits", DONE, "queue.concurrency=4")) {
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:limits:completed")).isEqualTo(12));
			assertThat(java.runs()).hasSize(12);
		}
		assertThat(span(jedis, "limits")).isGreaterThanOrEqualTo(950);
	}

	/** The time from the first start of a job to the last one, by the clock of Redis. */
	private static long span(Jedis jedis, String queue) {
		List<Long> starts = jedis.xrange("bull:" + queue + ":events", (StreamEntryID) null, (StreamEntryID) null)
			.stream()
			.filter((entry) -> "active".equals(entry.getFields().get("event")))
			.map(StreamEntry::getID)
			.map(StreamEntryID::getTime)
			.toList();
		return starts.get(starts.size() - 1) - starts.get(0);
	}

	@Test
	void aRateLimitedJobGoesBackToTheFrontWithoutLosingAnAttempt(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("signal");
		String first = queue.add("a", 1);
		String second = queue.add("b", 2);
		List<String> limited = new ArrayList<>();
		try (JavaSide java = JavaSide.worker("signal", (data, job) -> {
			if (limited.isEmpty()) {
				limited.add(job.id());
				throw new JobRateLimitedException(ofMillis(300));
			}
			return "done";
		}, "queue.bullmq.limiter-max=100", "queue.bullmq.limiter-duration=1s")) {
			await().until(() -> queue.state(second).equals("completed"));
			assertThat(java.ranIds()).containsExactly(first, first, second);
			assertThat(jedis.hget("bull:signal:" + first, "atm")).isEqualTo("1");
			assertThat(jedis.hget("bull:signal:" + first, "ats")).isEqualTo("2");
		}
	}

	@Test
	void metricsGrowAsInNode(NodeBullmq node, Jedis jedis) {
		new Comparison(node, jedis).run(Map.of("name", "w", "metrics", Map.of("maxDataPoints", 60)), (queue) -> {
			queue.add("good", 1);
			queue.add("good", 2);
			queue.add("bad", 3);
		}, NodeScript.returning("done").named("bad").failTimes(9, "no"), (data, job) -> {
			if (job.name().equals("bad")) {
				throw new IllegalStateException("no");
			}
			return "done";
		}, "queue.worker-name=w", "queue.bullmq.metrics-minutes=60");
		assertThat(jedis.hget("bull:" + Comparison.MIXED_QUEUE + ":metrics:completed", "count")).isEqualTo("2");
	}

	@Test
	void everyJobOfALargeBatchRunsOnceOnOneOfTheTwo(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("fleet");
		List<Map<String, Object>> jobs = new ArrayList<>();
		for (int i = 0; i < 500; i++) {
			jobs.add(Map.of("name", "a", "data", i));
		}
		try (JavaSide java = JavaSide.worker("fleet", DONE, "queue.concurrency=8")) {
			NodeWorker worker = node.worker(5, "fleet", Map.of("concurrency", 8), NodeScript.nothing().sleep(1));
			List<String> ids = queue.addBulk(jobs);
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:fleet:completed")).isEqualTo(500));
			List<String> ran = new ArrayList<>(java.ranIds());
			ran.addAll(worker.ranIds());
			assertThat(ran).containsExactlyInAnyOrderElementsOf(ids);
		}
	}

}
