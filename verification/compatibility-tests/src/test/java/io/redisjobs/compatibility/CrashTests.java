package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.redisjobs.PublishedJob;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Worker processes that are killed or stopped in the middle of their jobs. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class CrashTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	private static final String[] SHORT_LEASES = { "queue.lease=1s", "queue.bullmq.stalled-interval=1s",
			"queue.bullmq.max-stalled-count=20", "queue.concurrency=4" };

	@Test
	void noJobIsLostOrCompletedTwiceWhenWorkersAreKilled(NodeBullmq node, Jedis jedis) {
		int jobs = 400;
		List<JvmWorker> victims = new ArrayList<>();
		JavaSide.Hold untilTheOthersAreDead = new JavaSide.Hold();
		try (JavaSide survivor = JavaSide.worker("crash", untilTheOthersAreDead, SHORT_LEASES)) {
			for (int i = 0; i < 3; i++) {
				victims.add(JvmWorker.start("crash", "victim" + i, SHORT_LEASES));
			}
			node.worker(5, "crash",
					Map.of("concurrency", 2, "lockDuration", 1000, "stalledInterval", 1000, "maxStalledCount", 20),
					NodeScript.nothing().sleep(60));
			List<String> ids = survivor.jobs()
				.publishAll("crash", Collections.nCopies(jobs, 60))
				.stream()
				.map(PublishedJob::id)
				.toList();
			for (int i = 0; i < victims.size(); i++) {
				int enough = 60 + i * 90;
				await().atMost(LONG).until(() -> jedis.zcard("bull:crash:completed") >= enough);
				victims.get(i).kill();
			}
			untilTheOthersAreDead.release();
			await().atMost(LONG).untilAsserted(() -> assertThat(jedis.zcard("bull:crash:completed")).isEqualTo(jobs));
			assertThat(completions(jedis, "crash")).hasSize(jobs)
				.containsOnlyKeys(ids)
				.allSatisfy((id, times) -> assertThat(times).as(id).isEqualTo(1));
			assertThat(jedis.llen("bull:crash:active")).isZero();
			assertThat(jedis.llen("bull:crash:wait")).isZero();
		}
		finally {
			victims.forEach(JvmWorker::close);
		}
	}

	@Test
	void jobsThatWereOnlyTakenAheadDoNotFailWithAJobThatKillsItsWorkers(Jedis jedis) {
		String[] quick = { "queue.lease=1s", "queue.bullmq.stalled-interval=1s", "queue.concurrency=16" };
		List<Integer> payloads = new ArrayList<>(Collections.nCopies(10_000, 0));
		payloads.set(5_000, JvmWorker.DEADLY);
		Set<String> started = new HashSet<>();
		try (JavaSide producer = JavaSide.producer("quick");
				JvmWorker first = JvmWorker.start("quick", "first", quick)) {
			producer.jobs().publishAll("quick", payloads);
			await().atMost(LONG).until(() -> !first.isAlive());
			try (JvmWorker second = JvmWorker.start("quick", "second", quick)) {
				await().atMost(LONG).until(() -> !second.isAlive());
				started.addAll(second.startedIds());
			}
			started.addAll(first.startedIds());
		}
		try (JavaSide survivor = JavaSide.worker("quick", JavaSide.Handler.returning("survivor"), quick)) {
			await().atMost(LONG)
				.until(() -> jedis.zcard("bull:quick:completed") + jedis.zcard("bull:quick:failed") == 10_000);
			assertThat(survivor.isRunning()).isTrue();
		}
		List<String> failed = jedis.zrange("bull:quick:failed", 0, -1);
		assertThat(failed).contains("5001");
		// those whose slot was free but whose thread had not come that far yet are lost
		// with the job that kills
		assertThat(failed).filteredOn((id) -> !started.contains(id)).hasSizeLessThan(16);
	}

	private static Map<String, Long> completions(Jedis jedis, String queue) {
		return NodeProducerJavaWorkerTests.events(jedis, queue)
			.stream()
			.filter((event) -> event.get("event").equals("completed"))
			.collect(Collectors.groupingBy((event) -> event.get("jobId"), Collectors.counting()));
	}

	@Test
	void nodeRecoversTheJobOfAKilledJavaWorker(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("killed");
		try (JvmWorker victim = JvmWorker.start("killed", "victim", SHORT_LEASES)) {
			String id = queue.add("long", 60_000);
			await().atMost(LONG).until(() -> queue.state(id).equals("active"));
			victim.kill();
			NodeWorker worker = node.worker(5, "killed", Map.of("lockDuration", 1000, "stalledInterval", 500),
					NodeScript.returning("by node"));
			await().atMost(LONG).until(() -> queue.state(id).equals("completed"));
			assertThat(worker.ranIds()).containsExactly(id);
			assertThat(jedis.hget("bull:killed:" + id, "stc")).isEqualTo("1");
			assertThat(jedis.hget("bull:killed:" + id, "ats")).isEqualTo("2");
			assertThat(jedis.hget("bull:killed:" + id, "returnvalue")).isEqualTo("\"by node\"");
		}
	}

	@Test
	void aWorkerThatWasStoppedForThreeLeasesDoesNotSettleWhatAnotherTookOver(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("zombie");
		try (JvmWorker zombie = JvmWorker.start("zombie", "zombie", "queue.lease=1s",
				"queue.bullmq.stalled-interval=1s", "queue.concurrency=1")) {
			String id = queue.add("long", 4000);
			await().atMost(LONG).until(() -> queue.state(id).equals("active"));
			zombie.freeze();
			long frozen = System.currentTimeMillis();
			try (JavaSide other = JavaSide.worker("zombie", JavaSide.Handler.returning("other"), SHORT_LEASES)) {
				await().atMost(LONG).until(() -> queue.state(id).equals("completed"));
				assertThat(other.ranIds()).containsExactly(id);
			}
			await().atMost(LONG).until(() -> System.currentTimeMillis() - frozen > 3000);
			Map<String, String> settled = jedis.hgetAll("bull:zombie:" + id);
			zombie.thaw();
			String next = queue.add("next", 1);
			await().atMost(LONG).until(() -> queue.state(next).equals("completed"));
			assertThat(jedis.hget("bull:zombie:" + next, "returnvalue")).isEqualTo("\"zombie\"");
			assertThat(jedis.hgetAll("bull:zombie:" + id)).isEqualTo(settled);
			assertThat(settled).containsEntry("returnvalue", "\"other\"").containsEntry("atm", "1");
			assertThat(completions(jedis, "zombie")).containsEntry(id, 1L);
		}
	}

}
