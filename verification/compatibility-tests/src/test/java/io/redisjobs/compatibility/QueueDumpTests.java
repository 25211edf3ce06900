package io.redisjobs.compatibility;

import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The dump that compares runs, on runs of Node alone. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class QueueDumpTests {

	@Test
	void twoRunsOfTheSameScenarioAreEqual(NodeBullmq node, Jedis jedis) {
		run(node, "one");
		run(node, "two");
		await()
			.untilAsserted(() -> assertThat(QueueDump.atRest(jedis, "two")).isEqualTo(QueueDump.atRest(jedis, "one")));
		assertThat(QueueDump.of(jedis, "one")).containsKeys("meta", "events", "completed", "failed", "delayed", "1");
	}

	@Test
	void anotherEventOrFieldMakesADifference(NodeBullmq node, Jedis jedis) {
		run(node, "one");
		run(node, "two");
		jedis.hset("bull:two:1", "attemptsMade", "1");
		Map<String, Object> two = QueueDump.of(jedis, "two");
		assertThat(two.get("1")).isNotEqualTo(QueueDump.of(jedis, "one").get("1"));
	}

	private static void run(NodeBullmq node, String name) {
		NodeQueue queue = node.queue(name);
		queue.add("good", Map.of("b", 1, "a", 2));
		queue.add("bad", null, Map.of("attempts", 2, "backoff", 20));
		queue.add("up", "text", Map.of("priority", 3));
		queue.add("later", null, Map.of("delay", 100_000));
		NodeWorker worker = node.worker(name,
				NodeScript.nothing().thenReturn(List.of(1, 2)).named("bad").failTimes(9, "no").named("up").progress(5));
		await().untilAsserted(() -> {
			assertThat(queue.counts().get("completed").asInt()).isEqualTo(2);
			assertThat(queue.counts().get("failed").asInt()).isEqualTo(1);
		});
		worker.close();
	}

}
