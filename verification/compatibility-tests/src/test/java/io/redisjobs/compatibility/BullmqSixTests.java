package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** BullMQ 6.7 beside 5.62 and Java on one queue. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class BullmqSixTests {

	@Test
	void jobsOfTheNewVersionRunInJava(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue(6, "six", Map.of());
		NodeEvents events = node.events(6, "six", Map.of());
		queue.add("a", Map.of("n", 1));
		queue.add("b", Map.of("n", 2), Map.of("priority", 2));
		queue.add("c", Map.of("n", 3), Map.of("lifo", true));
		queue.add("d", Map.of("n", 4), Map.of("delay", 200, "attempts", 2, "backoff", 20));
		try (JavaSide java = JavaSide.worker("six", (data, job) -> {
			if (job.name().equals("d") && job.attempt() == 1) {
				throw new IllegalStateException("no");
			}
			return Map.of("n", data.get("n").asInt());
		})) {
			JsonNode result = NodeBullmq.await(queue.waitUntilFinished("4", events), Duration.ofSeconds(50));
			assertThat(result.get("n").asInt()).isEqualTo(4);
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:six:completed")).isEqualTo(4));
			assertThat(java.ranIds()).containsSubsequence("3", "1").containsSubsequence("4", "4");
			assertThat(queue.job("4").get("attemptsMade").asInt()).isEqualTo(2);
		}
		assertThat(node.errors()).isEmpty();
	}

	@Test
	void javasJobsRunInTheNewVersion(NodeBullmq node, Jedis jedis) {
		NodeWorker worker = node.worker(6, "six", Map.of("drainDelay", 60), NodeScript.returning("done"));
		try (JavaSide java = JavaSide.producer("six")) {
			java.jobs().publish("six", Map.of("n", 1), (options) -> options.name("a").attempts(2));
			java.jobs().publish("six", Map.of("n", 2), (options) -> options.delay(Duration.ofMillis(200)));
			java.jobs().publish("six", Map.of("n", 3), (options) -> options.priority(4));
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:six:completed")).isEqualTo(3));
			assertThat(java.jobs().find("six", "1").orElseThrow().resultText()).isEqualTo("\"done\"");
		}
		assertThat(worker.runs()).hasSize(3);
		assertThat(node.errors()).isEmpty();
	}

	@Test
	void schedulesOfTheNewVersionGoOnInJava(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue(6, "six", Map.of());
		try (JavaSide java = JavaSide.worker("six", JavaSide.Handler.returning("done"))) {
			queue.invoke("upsertJobScheduler", "pulse", Map.of("every", 200, "limit", 3),
					Map.of("name", "tick", "data", 1));
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:six:completed")).isEqualTo(3));
			assertThat(java.ranIds()).doesNotHaveDuplicates();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void theLastOfTheJobsThatCameWhileTheirOwnerRanIsRunByJavaToo(boolean completes, NodeBullmq node, Jedis jedis) {
		for (String side : List.of("alone", "mixed")) {
			NodeQueue queue = node.queue(6, side, Map.of());
			queue.add("first", 1, keepLast());
			JavaSide.Hold hold = new JavaSide.Hold();
			JavaSide java = side.equals("mixed") ? JavaSide.worker(side, (data, job) -> {
				Object result = hold.handle(data, job);
				if (!completes) {
					throw new IllegalStateException("no");
				}
				return result;
			}, "queue.worker-name=w") : null;
			NodeScript script = NodeScript.nothing().hold();
			NodeWorker worker = (java == null) ? node.worker(6, side, Map.of("name", "w"),
					completes ? script.thenReturn("held") : script.failTimes(9, "no")) : null;
			await().until(() -> jedis.llen("bull:" + side + ":active") == 1);
			queue.add("second", 2, keepLast());
			queue.add("third", 3, keepLast());
			hold.release();
			if (worker != null) {
				worker.release();
			}
			await().until(() -> jedis.zcard("bull:" + side + (completes ? ":completed" : ":failed")) == 2);
			await().until(() -> jedis.llen("bull:" + side + ":active") == 0);
			assertThat(queue.job("3").get("data").asInt()).isEqualTo(3);
			if (java != null) {
				java.close();
			}
			else {
				worker.close();
			}
		}
		Map<String, Object> mixed = QueueDump.atRest(jedis, "mixed");
		QueueDump.atRest(jedis, "alone")
			.forEach((key, content) -> assertThat(withoutTraces(mixed.get(key))).as(key)
				.isEqualTo(withoutTraces(content)));
		assertThat(mixed.keySet()).isEqualTo(QueueDump.atRest(jedis, "alone").keySet());
	}

	@Test
	void aSchedulerWhoseIdHasManyPartsGoesOn(NodeBullmq node, Jedis jedis) {
		String id = "tenant:a:b:c:daily";
		for (String side : List.of("alone", "mixed")) {
			node.queue(6, side, Map.of())
				.invoke("upsertJobScheduler", id, Map.of("every", 100_000_000), Map.of("name", "tick"));
			double first = jedis.zscore("bull:" + side + ":repeat", id);
			JavaSide java = side.equals("mixed") ? JavaSide.worker(side, JavaSide.Handler.returning("done")) : null;
			NodeWorker worker = (java == null) ? node.worker(6, side, Map.of(), NodeScript.returning("done")) : null;
			await().until(() -> jedis.zcard("bull:" + side + ":completed") == 1);
			if (java != null) {
				java.close();
			}
			else {
				worker.close();
			}
			assertThat(jedis.zscore("bull:" + side + ":repeat", id)).as(side).isEqualTo(first + 100_000_000);
		}
	}

	private static Map<String, ?> keepLast() {
		return Map.of("deduplication", Map.of("id", "d", "keepLastIfActive", true));
	}

	private static Object withoutTraces(Object content) {
		if (content instanceof Map<?, ?> map) {
			Map<Object, Object> rest = new LinkedHashMap<>(map);
			rest.remove("stacktrace");
			return rest;
		}
		return content;
	}

	@Test
	void aResumeByJavaKeepsWhatBothVersionsAddedWhilePaused(NodeBullmq node, Jedis jedis) {
		NodeQueue five = node.queue(5, "both", Map.of());
		NodeQueue six = node.queue(6, "both", Map.of());
		List<String> ids = new ArrayList<>();
		try (JavaSide java = JavaSide.producer("both")) {
			ids.add(five.add("a", 1));
			five.pause();
			ids.add(six.add("b", 2));
			ids.add(java.jobs().publish("both", 3).id());
			ids.add(five.add("c", 4));
			ids.add(six.add("d", 5));
			java.queue().resume();
			assertThat(jedis.lrange("bull:both:wait", 0, -1)).containsExactlyInAnyOrderElementsOf(ids);
			assertThat(jedis.exists("bull:both:paused")).isFalse();
			java.queue().pause();
			six.resume();
			assertThat(jedis.lrange("bull:both:wait", 0, -1)).containsExactlyInAnyOrderElementsOf(ids);
			six.pause();
			java.queue().pause();
			java.queue().resume();
			assertThat(jedis.lrange("bull:both:wait", 0, -1)).containsExactlyInAnyOrderElementsOf(ids);
		}
		NodeWorker worker = node.worker(6, "both", Map.of(), NodeScript.nothing());
		await().untilAsserted(() -> assertThat(worker.ranIds()).containsExactlyInAnyOrderElementsOf(ids));
	}

	@Test
	void aPauseByTheNewVersionStopsJava(NodeBullmq node, Jedis jedis) {
		NodeQueue six = node.queue(6, "six", Map.of());
		try (JavaSide java = JavaSide.worker("six", JavaSide.Handler.returning("done"))) {
			six.pause();
			String first = six.add("a", 1);
			String second = java.jobs().publish("six", 2).id();
			assertThat(java.queue().inspect().paused()).isTrue();
			assertThat(java.runs()).isEmpty();
			six.resume();
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:six:completed")).isEqualTo(2));
			assertThat(java.ranIds()).containsExactlyInAnyOrder(first, second);
		}
	}

	@Test
	void aFleetOfThreeRunsEveryJobOnce(NodeBullmq node, Jedis jedis) {
		NodeQueue five = node.queue(5, "three", Map.of());
		NodeQueue six = node.queue(6, "three", Map.of());
		NodeWorker workerFive = node.worker(5, "three", Map.of("concurrency", 3), NodeScript.nothing().sleep(2));
		NodeWorker workerSix = node.worker(6, "three", Map.of("concurrency", 3), NodeScript.nothing().sleep(2));
		List<String> ids = new ArrayList<>();
		try (JavaSide java = JavaSide.worker("three", JavaSide.Handler.returning(null), "queue.concurrency=3")) {
			for (int i = 0; i < 60; i++) {
				ids.add(five.add("a", i));
				ids.add(six.add("b", i, (i % 5 == 0) ? Map.of("priority", 3) : Map.of()));
				ids.add(java.jobs().publish("three", i).id());
			}
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:three:completed")).isEqualTo(180));
			List<String> ran = new ArrayList<>(java.ranIds());
			ran.addAll(workerFive.ranIds());
			ran.addAll(workerSix.ranIds());
			assertThat(ran).containsExactlyInAnyOrderElementsOf(ids);
		}
	}

}
