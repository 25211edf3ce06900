package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Jobs added by Node that fail in Java: retries, backoff, giving up. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class FailureTests {

	private static final JavaSide.Handler FAILING = (data, job) -> {
		throw new IllegalStateException("no");
	};

	@Test
	void retriesWithFixedBackoffEndAsInNode(NodeBullmq node, Jedis jedis) {
		new Comparison(node, jedis).run((queue) -> {
			queue.add("a", 1, Map.of("attempts", 3, "backoff", Map.of("type", "fixed", "delay", 50)));
		}, NodeScript.nothing().failTimes(9, "no"), FAILING, "queue.worker-name=w");
		String key = "bull:" + Comparison.MIXED_QUEUE + ":1";
		assertThat(jedis.hget(key, "atm")).isEqualTo("3");
		assertThat(NodeBullmq.JSON.readTree(jedis.hget(key, "stacktrace"))).hasSize(3);
		assertThat(NodeProducerJavaWorkerTests.events(jedis, Comparison.MIXED_QUEUE))
			.extracting((event) -> event.get("event"))
			.containsExactly("added", "waiting", "active", "delayed", "waiting", "active", "delayed", "waiting",
					"active", "failed", "retries-exhausted", "drained");
	}

	@Test
	void onlySoManyStackTracesAreKeptAsTheJobSays(NodeBullmq node, Jedis jedis) {
		new Comparison(node, jedis).run((queue) -> {
			queue.add("a", 1, Map.of("attempts", 4, "stackTraceLimit", 2));
			queue.add("b", 2, Map.of("stackTraceLimit", 0));
		}, NodeScript.nothing().failTimes(9, "no"), FAILING, "queue.worker-name=w");
	}

	@Test
	void exponentialBackoffDoubles(NodeBullmq node, Jedis jedis) {
		assertThat(delays(node, jedis, Map.of("type", "exponential", "delay", 20_000))).containsExactly(20_000L,
				40_000L, 80_000L);
	}

	@Test
	void jitterStaysInItsRange(NodeBullmq node, Jedis jedis) {
		List<Long> delays = delays(node, jedis, Map.of("type", "exponential", "delay", 20_000, "jitter", 0.5));
		assertThat(delays.get(0)).isBetween(10_000L, 20_000L);
		assertThat(delays.get(1)).isBetween(20_000L, 40_000L);
		assertThat(delays.get(2)).isBetween(40_000L, 80_000L);
	}

	@Test
	void aBackoffThatIsANumberIsFixed(NodeBullmq node, Jedis jedis) {
		assertThat(delays(node, jedis, 30_000)).containsExactly(30_000L, 30_000L, 30_000L);
	}

	/**
	 * The delays of a job's three retries, each promoted from Node instead of waited for.
	 */
	private static List<Long> delays(NodeBullmq node, Jedis jedis, Object backoff) {
		NodeQueue queue = node.queue("backoff");
		List<Long> delays = new ArrayList<>();
		try (JavaSide java = JavaSide.worker("backoff", FAILING)) {
			String id = queue.add("a", 1, Map.of("attempts", 4, "backoff", backoff));
			for (int i = 0; i < 3; i++) {
				await().until(() -> queue.state(id).equals("delayed"));
				delays.add(Long.valueOf(jedis.hget("bull:backoff:" + id, "delay")));
				queue.invokeJob(id, "promote");
			}
			await().until(() -> queue.state(id).equals("failed"));
			assertThat(java.runs()).extracting((run) -> run.attempt).containsExactly(1, 2, 3, 4);
		}
		return delays;
	}

	@Test
	void attemptsWithoutBackoffGoBackInLine(NodeBullmq node, Jedis jedis) {
		JavaSide java = new Comparison(node, jedis).run((queue) -> {
			queue.add("a", 1, Map.of("attempts", 2));
			queue.add("b", 2, Map.of("attempts", 2, "priority", 5));
			queue.add("c", 3, Map.of("attempts", 2));
			queue.add("d", 4, Map.of("attempts", 2, "lifo", true));
		}, NodeScript.nothing().failTimes(9, "no"), FAILING, "queue.worker-name=w");
		assertThat(java.ranIds()).containsExactly("4", "4", "1", "3", "1", "3", "2", "2");
	}

	@Test
	void aJobThatFailsOnceCompletesAtItsSecondAttempt(NodeBullmq node, Jedis jedis) {
		new Comparison(node, jedis).run((queue) -> queue.add("a", 1, Map.of("attempts", 3, "backoff", 20)),
				NodeScript.nothing().failTimes(1, "no").thenReturn("done"), (data, job) -> {
					if (job.attempt() == 1) {
						throw new IllegalStateException("no");
					}
					return "done";
				}, "queue.worker-name=w");
	}

	@Test
	void anUnrecoverableFailureIsFinal(NodeBullmq node, Jedis jedis) {
		JavaSide java = new Comparison(node, jedis).run((queue) -> queue.add("a", 1, Map.of("attempts", 3)),
				NodeScript.nothing().unrecoverable("never"), (data, job) -> {
					throw new UnrecoverableJobException("never");
				}, "queue.worker-name=w");
		assertThat(java.ranIds()).hasSize(1);
	}

	@Test
	void aJobMarkedAsFailedByAStalledCheckIsFailedWithoutRunning(NodeBullmq node, Jedis jedis) {
		JavaSide java = new Comparison(node, jedis).run((queue) -> {
			String id = queue.add("a", 1, Map.of("attempts", 3));
			jedis.hset("bull:" + queue.name() + ":" + id,
					Map.of("stc", "2", "defa", "job stalled more than allowable limit"));
		}, NodeScript.returning("done"), JavaSide.Handler.returning("done"), "queue.worker-name=w");
		assertThat(java.runs()).isEmpty();
		JsonNode job = node.queue(Comparison.MIXED_QUEUE).job("1");
		assertThat(job.get("failedReason").asString()).isEqualTo("job stalled more than allowable limit");
	}

}
