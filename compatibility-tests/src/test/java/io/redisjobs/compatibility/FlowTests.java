package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.redisjobs.protocol.bullmq.BullmqJob;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Parents and children added by Node and run on both sides. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class FlowTests {

	private static final JavaSide.Handler CHILD = (data, job) -> {
		if (job.name().equals("bad")) {
			throw new IllegalStateException("no");
		}
		return Map.of("was", job.id());
	};

	private static final NodeScript NODE_CHILD = NodeScript.returning(Map.of("was", "good1"))
		.named("good2")
		.thenReturn(Map.of("was", "good2"))
		.named("bad")
		.failTimes(9, "no");

	@Test
	void aNodeParentGetsTheValuesOfItsJavaChildren(NodeBullmq node, Jedis jedis) {
		addFlow(node, "alone", null, "good1", "good2");
		addFlow(node, "mixed", null, "good1", "good2");
		runChildrenInNode(node, "alone", 2);
		runChildrenInJava(node, "mixed", 2);
		runParent(node, "alone");
		NodeWorker parent = runParent(node, "mixed");
		assertThat(parent.runs()).hasSize(1);
		JsonNode values = node.queue("mixed-parents").job("parent").get("returnvalue");
		assertThat(values.get("bull:mixed-children:good1").get("was").asString()).isEqualTo("good1");
		assertThat(values.get("bull:mixed-children:good2").get("was").asString()).isEqualTo("good2");
		assertSame(jedis);
	}

	@ParameterizedTest
	@ValueSource(strings = { "failParentOnFailure", "continueParentOnFailure", "ignoreDependencyOnFailure",
			"removeDependencyOnFailure", "" })
	void aFailedChildActsOnItsParentAsItsPolicySays(String policy, NodeBullmq node, Jedis jedis) {
		addFlow(node, "alone", policy, "bad", "good1");
		addFlow(node, "mixed", policy, "bad", "good1");
		runChildrenInNode(node, "alone", 2);
		runChildrenInJava(node, "mixed", 2);
		if (!policy.isEmpty()) {
			runParent(node, "alone");
			runParent(node, "mixed");
		}
		assertThat(node.queue("mixed-parents").state("parent")).isEqualTo(node.queue("alone-parents").state("parent"));
		assertSame(jedis);
	}

	@Test
	void aJavaParentReadsTheValuesOfNodeChildren(NodeBullmq node) {
		addFlow(node, "mixed", null, "good1", "good2");
		runChildrenInNode(node, "mixed", 2);
		NodeQueue parents = node.queue("mixed-parents");
		try (JavaSide java = JavaSide.worker("mixed-parents",
				(data, job) -> job.as(BullmqJob.class).orElseThrow().childrenValues())) {
			await().until(() -> parents.state("parent").equals("completed"));
			assertThat(java.ranIds()).containsExactly("parent");
			JsonNode values = parents.job("parent").get("returnvalue");
			assertThat(values.toString()).contains("bull:mixed-children:good1").contains("good2");
		}
	}

	@Test
	void aJavaJobWaitsForChildrenItWasGivenWhileItRan(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("pending");
		NodeQueue children = node.queue("pending-children");
		JavaSide.Hold hold = new JavaSide.Hold();
		String id = queue.add("parent", 1);
		try (JavaSide java = JavaSide.worker("pending", (data, job) -> {
			hold.handle(data, job);
			BullmqJob own = job.as(BullmqJob.class).orElseThrow();
			own.moveToWaitingChildren();
			return own.childrenValues();
		})) {
			await().until(() -> java.ranIds().contains(id));
			children.add("child", 2, Map.of("parent", Map.of("id", id, "queue", "bull:pending"), "jobId", "child"));
			hold.release();
			await().until(() -> queue.state(id).equals("waiting-children"));
			node.worker("pending-children", NodeScript.returning(42));
			await().until(() -> queue.state(id).equals("completed"));
			assertThat(java.ranIds()).containsExactly(id, id);
			assertThat(queue.job(id).get("returnvalue").toString()).contains("bull:pending-children:child")
				.contains("42");
			assertThat(jedis.hget("bull:pending:" + id, "atm")).isEqualTo("1");
		}
	}

	@Test
	void aJavaParentWithPendingChildrenDoesNotCompleteAndUsesUpItsAttempts(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("pending");
		NodeQueue children = node.queue("pending-children");
		JavaSide.Hold hold = new JavaSide.Hold();
		String id = queue.add("parent", 1, Map.of("attempts", 2));
		try (JavaSide java = JavaSide.worker("pending", hold)) {
			await().until(() -> java.ranIds().contains(id));
			children.add("child", 2, Map.of("parent", Map.of("id", id, "queue", "bull:pending")));
			hold.release();
			await().until(() -> queue.state(id).equals("failed"));
			assertThat(jedis.hget("bull:pending:" + id, "failedReason")).contains("pending");
			assertThat(jedis.hget("bull:pending:" + id, "atm")).isEqualTo("2");
			assertThat(jedis.llen("bull:pending:active")).isZero();
		}
	}

	private static void addFlow(NodeBullmq node, String side, @Nullable String policy, String... children) {
		List<Map<String, Object>> list = new ArrayList<>();
		for (String child : children) {
			Map<String, Object> options = new HashMap<>(Map.of("jobId", child));
			if (policy != null && !policy.isEmpty()) {
				options.put(policy, true);
			}
			list.add(Map.of("name", child, "queueName", side + "-children", "data", 1, "opts", options));
		}
		node.addFlow(5, Map.of("name", "parent", "queueName", side + "-parents", "data", 0, "opts",
				Map.of("jobId", "parent"), "children", list));
	}

	private static void runChildrenInNode(NodeBullmq node, String side, int count) {
		NodeWorker worker = node.worker(5, side + "-children", Map.of("name", "w"), NODE_CHILD);
		awaitFinished(node, side, count);
		worker.close();
	}

	private static void runChildrenInJava(NodeBullmq node, String side, int count) {
		try (JavaSide java = JavaSide.worker(side + "-children", CHILD, "queue.worker-name=w")) {
			awaitFinished(node, side, count);
			assertThat(java.runs()).hasSize(count);
		}
	}

	private static void awaitFinished(NodeBullmq node, String side, int count) {
		NodeQueue children = node.queue(side + "-children");
		await().untilAsserted(() -> {
			JsonNode counts = children.counts();
			assertThat(counts.get("completed").asInt() + counts.get("failed").asInt()).isEqualTo(count);
		});
	}

	private static NodeWorker runParent(NodeBullmq node, String side) {
		NodeQueue parents = node.queue(side + "-parents");
		NodeWorker worker = node.worker(5, side + "-parents", Map.of("name", "w"),
				NodeScript.nothing().childrenValues());
		await().until(() -> List.of("completed", "failed").contains(parents.state("parent")));
		return worker;
	}

	private static void assertSame(Jedis jedis) {
		await().untilAsserted(() -> {
			for (String queue : List.of("-parents", "-children")) {
				assertThat(replaced(QueueDump.atRest(jedis, "mixed" + queue), "mixed"))
					.isEqualTo(replaced(QueueDump.atRest(jedis, "alone" + queue), "alone"));
			}
		});
	}

	private static String replaced(Map<String, Object> dump, String side) {
		StringBuilder text = new StringBuilder();
		dump.forEach((key, content) -> text.append(key).append(" = ").append(content).append('\n'));
		return text.toString().replace("bull:" + side, "bull:<side>");
	}

}
