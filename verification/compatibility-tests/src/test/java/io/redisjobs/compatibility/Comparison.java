package io.redisjobs.compatibility;

import java.util.Map;
import java.util.function.Consumer;

import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs the same jobs once in Node alone and once with a Java worker, and compares all
 * that is in Redis.
 */
final class Comparison {

	static final String NODE_QUEUE = "node-only";

	static final String MIXED_QUEUE = "mixed";

	private final NodeBullmq node;

	private final Jedis jedis;

	Comparison(NodeBullmq node, Jedis jedis) {
		this.node = node;
		this.jedis = jedis;
	}

	/**
	 * Adds jobs from Node and lets each side's worker run them one by one.
	 * @return the application that was the Java worker, closed
	 */
	JavaSide run(Consumer<NodeQueue> jobs, NodeScript script, JavaSide.Handler handler, String... properties) {
		return run(Map.of("name", "w"), jobs, script, handler, properties);
	}

	JavaSide run(Map<String, ?> workerOptions, Consumer<NodeQueue> jobs, NodeScript script, JavaSide.Handler handler,
			String... properties) {
		NodeQueue alone = this.node.queue(NODE_QUEUE);
		jobs.accept(alone);
		NodeWorker worker = this.node.worker(5, NODE_QUEUE, workerOptions, script);
		awaitAllFinished(alone);
		worker.close();
		NodeQueue mixed = this.node.queue(MIXED_QUEUE);
		jobs.accept(mixed);
		JavaSide java = JavaSide.worker(MIXED_QUEUE, handler, properties);
		try (java) {
			awaitAllFinished(mixed);
		}
		await().untilAsserted(() -> assertSameState(this.jedis, MIXED_QUEUE, NODE_QUEUE));
		assertThat(this.node.errors()).isEmpty();
		return java;
	}

	static void assertSameState(Jedis jedis, String queue, String expected) {
		Map<String, Object> actual = QueueDump.atRest(jedis, queue);
		Map<String, Object> wanted = QueueDump.atRest(jedis, expected);
		assertThat(actual.keySet()).isEqualTo(wanted.keySet());
		wanted.forEach((key, content) -> assertThat(actual.get(key)).as(key).isEqualTo(content));
	}

	static void awaitAllFinished(NodeQueue queue) {
		await().untilAsserted(() -> {
			JsonNode counts = queue.counts();
			for (String state : new String[] { "waiting", "prioritized", "active", "delayed", "paused",
					"waiting-children" }) {
				assertThat(counts.path(state).asInt()).as(state).isZero();
			}
		});
	}

}
