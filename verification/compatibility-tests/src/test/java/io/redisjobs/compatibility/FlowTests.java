package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobLeaseLostException;
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

	@ParameterizedTest
	@ValueSource(ints = { 5, 6 })
	void aJobThatBecomesAChildWhileJavaRunsItReleasesItsParent(int version, NodeBullmq node, Jedis jedis) {
		NodeQueue parents = node.queue("linked-parents");
		NodeQueue children = node.queue("linked-children");
		JavaSide.Hold hold = new JavaSide.Hold();
		children.add("child", 1, Map.of("jobId", "x"));
		try (JavaSide java = JavaSide.worker("linked-children", hold)) {
			await().until(() -> java.ranIds().contains("x"));
			node.addFlow(version, Map.of("name", "parent", "queueName", "linked-parents", "opts", Map.of("jobId", "p"),
					"children",
					List.of(Map.of("name", "child", "queueName", "linked-children", "opts", Map.of("jobId", "x")))));
			assertThat(parents.state("p")).isEqualTo("waiting-children");
			hold.release();
			await().until(() -> parents.state("p").equals("waiting"));
			assertThat(jedis.hgetAll("bull:linked-parents:p:processed"))
				.isEqualTo(Map.of("bull:linked-children:x", "\"held\""));
		}
	}

	@Test
	void parentsThatEndRightAfterTheirChildAreCompleted(NodeBullmq node, Jedis jedis) {
		int pairs = 300;
		NodeQueue queue = node.queue("pairs");
		List<Map<String, Object>> jobs = new ArrayList<>();
		Map<String, CountDownLatch> ended = new HashMap<>();
		for (int i = 0; i < pairs; i++) {
			String id = "p" + i;
			ended.put(id, new CountDownLatch(1));
			jobs.add(Map.of("name", "parent", "data", id, "opts", Map.of("jobId", id)));
			jobs.add(Map.of("name", "child", "data", id, "opts",
					Map.of("jobId", "c" + i, "parent", Map.of("id", id, "queue", "bull:pairs"))));
		}
		queue.addBulk(jobs);
		try (JavaSide java = JavaSide.worker("pairs", (data, job) -> {
			CountDownLatch latch = ended.get(data.asString());
			if (job.name().equals("child")) {
				latch.countDown();
			}
			else if (!latch.await(30, TimeUnit.SECONDS)) {
				throw new IllegalStateException("The child never ran");
			}
			return data;
		}, "queue.concurrency=16")) {
			await()
				.untilAsserted(() -> assertThat(jedis.zcard("bull:pairs:completed") + jedis.zcard("bull:pairs:failed"))
					.isEqualTo(2 * pairs));
			assertThat(java.ranIds()).doesNotHaveDuplicates();
		}
		assertThat(jedis.zrange("bull:pairs:failed", 0, -1)).isEmpty();
	}

	@Test
	void aJavaParentWithFailedChildrenFailsForGoodAsInNode(NodeBullmq node, Jedis jedis) {
		for (String side : List.of("alone", "mixed")) {
			node.queue(side + "-parents").add("parent", 1, Map.of("jobId", "parent", "attempts", 3));
		}
		NodeWorker worker = node.worker(5, "alone-parents", Map.of("name", "w"), NodeScript.nothing().hold());
		JavaSide.Hold hold = new JavaSide.Hold();
		try (JavaSide java = JavaSide.worker("mixed-parents", hold, "queue.worker-name=w")) {
			await().until(() -> java.ranIds().contains("parent") && worker.ranIds().contains("parent"));
			for (String side : List.of("alone", "mixed")) {
				node.queue(side + "-children")
					.add("bad", 2, Map.of("failParentOnFailure", true, "parent",
							Map.of("id", "parent", "queue", "bull:" + side + "-parents")));
				NodeWorker children = node.worker(5, side + "-children", Map.of(),
						NodeScript.nothing().unrecoverable("no"));
				await().until(() -> jedis.zcard("bull:" + side + "-children:failed") == 1);
				children.close();
			}
			hold.release();
			worker.release();
			for (String side : List.of("alone", "mixed")) {
				await().until(() -> node.queue(side + "-parents").state("parent").equals("failed"));
				assertThat(jedis.hget("bull:" + side + "-parents:parent", "atm")).as(side).isEqualTo("1");
				assertThat(jedis.hget("bull:" + side + "-parents:parent", "failedReason")).as(side)
					.contains("failed child");
			}
		}
	}

	@Test
	void aRunThatLostItsLockAddsNoChildren(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("lost");
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch lost = new CountDownLatch(1);
		CountDownLatch checked = new CountDownLatch(1);
		List<String> outcomes = new CopyOnWriteArrayList<>();
		String id = queue.add("parent", 1);
		try (JavaSide java = JavaSide.worker("lost", (data, job) -> {
			if (job.name().equals("default")) {
				checked.await(30, TimeUnit.SECONDS);
				return "a child";
			}
			outcomes.add(job.children().publish("mine").id());
			running.countDown();
			lost.await(30, TimeUnit.SECONDS);
			try {
				job.children().publish("not mine any more");
			}
			catch (JobLeaseLostException ex) {
				outcomes.add("refused");
			}
			return null;
		}, "queue.lease=10m")) {
			await().until(() -> running.getCount() == 0);
			jedis.set("bull:lost:" + id + ":lock", "another worker's");
			lost.countDown();
			await().until(() -> outcomes.contains("refused"));
			assertThat(jedis.smembers("bull:lost:" + id + ":dependencies"))
				.containsExactly("bull:lost:" + outcomes.get(0));
			checked.countDown();
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
