package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What both sides see of a queue, and what one does to it and the other sees. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class AdministrationTests {

	private static final Map<String, JobState> STATES = Map.of("waiting", JobState.WAITING, "prioritized",
			JobState.PRIORITIZED, "delayed", JobState.DELAYED, "waiting-children", JobState.WAITING_CHILDREN, "active",
			JobState.ACTIVE, "completed", JobState.COMPLETED, "failed", JobState.FAILED);

	@Test
	void countsAndStatesAreTheSameOnBothSides(NodeBullmq node) {
		NodeQueue queue = node.queue("counts");
		NodeWorker worker = node.worker("counts",
				NodeScript.nothing().named("bad").failTimes(1, "no").named("held").hold());
		queue.add("good", 1, Map.of("jobId", "good"));
		queue.add("bad", 1, Map.of("jobId", "bad"));
		queue.add("held", 1, Map.of("jobId", "held"));
		await().until(() -> worker.ranIds().contains("held"));
		queue.add("waits", 1, Map.of("jobId", "waits"));
		queue.add("waits", 1, Map.of("jobId", "waits2"));
		queue.add("first", 1, Map.of("jobId", "first", "priority", 1));
		queue.add("later", 1, Map.of("jobId", "later", "delay", 60_000));
		node.addFlow(5, Map.of("name", "parent", "queueName", "counts", "opts", Map.of("jobId", "parent"), "children",
				List.of(Map.of("name", "child", "queueName", "elsewhere"))));
		try (JavaSide java = JavaSide.producer("counts")) {
			assertSameView(queue, java);
			queue.pause();
			assertThat(java.queue().inspect().paused()).isTrue();
			assertSameView(queue, java);
			queue.resume();
			assertThat(java.queue().inspect().paused()).isFalse();
		}
	}

	private static void assertSameView(NodeQueue queue, JavaSide java) {
		JsonNode counts = queue.counts();
		QueueSnapshot snapshot = java.queue().inspect();
		STATES.forEach((name, state) -> {
			int expected = counts.path(name).asInt() + (state == JobState.WAITING ? counts.path("paused").asInt() : 0);
			assertThat(snapshot.count(state)).as(name).isEqualTo(expected);
		});
		for (String id : List.of("good", "bad", "held", "waits", "waits2", "first", "later", "parent")) {
			assertThat(java.jobs().find("counts", id)).map(JobSnapshot::state).hasValue(STATES.get(queue.state(id)));
		}
		assertThat(java.jobs().find("counts", "never")).isEmpty();
	}

	@Test
	void aPauseByJavaStopsNode(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("stops");
		NodeWorker worker = node.worker("stops", NodeScript.nothing());
		try (JavaSide java = JavaSide.producer("stops")) {
			java.queue().pause();
			assertThat(queue.invoke("isPaused").asBoolean()).isTrue();
			List<String> ids = List.of(queue.add("a", 1), java.jobs().publish("stops", 2).id(), queue.add("c", 3));
			assertThat(jedis.lrange("bull:stops:paused", 0, -1)).containsExactly("3", "2", "1");
			assertThat(worker.runs()).isEmpty();
			java.queue().resume();
			await().untilAsserted(() -> assertThat(worker.ranIds()).isEqualTo(ids));
			assertThat(queue.invoke("isPaused").asBoolean()).isFalse();
		}
	}

	@Test
	void pauseAndResumeLeaveTheSameStateAsNodes(NodeBullmq node, Jedis jedis) {
		for (String name : List.of("by-node", "by-java")) {
			NodeQueue queue = node.queue(name);
			queue.add("a", 1);
			queue.add("b", 2);
			queue.add("c", 3, Map.of("priority", 1));
			queue.add("d", 4, Map.of("delay", 60_000));
		}
		NodeQueue queue = node.queue("by-node");
		try (JavaSide java = JavaSide.producer("by-java")) {
			queue.pause();
			java.queue().pause();
			assertThat(QueueDump.of(jedis, "by-java")).isEqualTo(QueueDump.of(jedis, "by-node"));
			queue.resume();
			java.queue().resume();
			assertThat(QueueDump.of(jedis, "by-java")).isEqualTo(QueueDump.of(jedis, "by-node"));
		}
	}

	@Test
	void eventsAreTrimmedAndNodesSettingsStay(NodeBullmq node, Jedis jedis) {
		node.queue(5, "trimmed", Map.of("streams", Map.of("events", Map.of("maxLen", 50))));
		Map<String, String> before = jedis.hgetAll("bull:trimmed:meta");
		assertThat(before).containsEntry("opts.maxLenEvents", "50").containsEntry("version", "bullmq:5.62.0");
		try (JavaSide java = JavaSide.worker("trimmed", JavaSide.Handler.returning(null), "queue.concurrency=4")) {
			java.jobs().publishAll("trimmed", Collections.nCopies(500, "x"));
			await().atMost(Duration.ofSeconds(30))
				.untilAsserted(() -> assertThat(jedis.zcard("bull:trimmed:completed")).isEqualTo(500));
		}
		// trimming is approximate: whole nodes of a hundred entries
		assertThat(jedis.xlen("bull:trimmed:events")).isLessThan(300);
		assertThat(jedis.hgetAll("bull:trimmed:meta")).isEqualTo(before);
	}

	@Test
	void fieldsAndOptionsThatJavaDoesNotKnowStay(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("unknown");
		String id = queue.add("a", 1, Map.of("attempts", 2, "backoff", 20, "future", Map.of("x", List.of(1, 2))));
		jedis.hset("bull:unknown:" + id, "newField", "stays");
		String options = jedis.hget("bull:unknown:" + id, "opts");
		try (JavaSide java = JavaSide.worker("unknown", (data, job) -> {
			if (job.attempt() == 1) {
				throw new IllegalStateException("no");
			}
			return "done";
		})) {
			await().until(() -> queue.state(id).equals("completed"));
			assertThat(java.jobs().find("unknown", id)).map(JobSnapshot::state).hasValue(JobState.COMPLETED);
		}
		assertThat(jedis.hget("bull:unknown:" + id, "newField")).isEqualTo("stays");
		assertThat(jedis.hget("bull:unknown:" + id, "opts")).isEqualTo(options);
		assertThat(queue.job(id).at("/opts/future/x").toString()).isEqualTo("[1,2]");
	}

}
