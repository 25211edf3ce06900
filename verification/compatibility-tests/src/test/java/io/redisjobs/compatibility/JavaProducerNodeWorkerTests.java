package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.redisjobs.Backoff;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.PublishedJob;
import io.redisjobs.JobRetention;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Jobs published by Java and run by Node. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class JavaProducerNodeWorkerTests {

	@Test
	void aPublishedJobIsStoredAsNodeStoresIt(NodeBullmq node, Jedis jedis) {
		NodeQueue alone = node.queue("alone");
		node.queue("mixed");
		alone.add("plain", Map.of("a", 1));
		alone.add("nothing", null);
		alone.add("late", "text", Map.of("delay", 60_000));
		alone.add("urgent", List.of(1), Map.of("priority", 7));
		alone.add("rich", 5, Map.of("jobId", "my-id", "attempts", 4, "backoff",
				Map.of("type", "exponential", "delay", 1000, "jitter", 0.5), "removeOnComplete", true, "removeOnFail",
				Map.of("age", 60, "count", 10), "keepLogs", 3, "stackTraceLimit", 2, "lifo", true));
		alone.add("fixed", 6,
				Map.of("attempts", 2, "backoff", Map.of("type", "fixed", "delay", 500), "removeOnComplete", 5));
		alone.add("rich", 7, Map.of("jobId", "my-id"));
		try (JavaSide java = JavaSide.producer("mixed")) {
			publish(java, "plain", Map.of("a", 1), (options) -> {
			});
			publish(java, "nothing", null, (options) -> {
			});
			publish(java, "late", "text", (options) -> options.delay(Duration.ofMinutes(1)));
			publish(java, "urgent", List.of(1), (options) -> options.priority(7));
			publish(java, "rich", 5,
					(options) -> options.id("my-id")
						.attempts(4)
						.backoff(Backoff.exponential(Duration.ofSeconds(1)).withJitter(0.5))
						.removeOnComplete(JobRetention.removeAll())
						.removeOnFail(JobRetention.keep(10, Duration.ofMinutes(1)))
						.keepLogs(3)
						.stackTraceLimit(2)
						.lifo(true));
			publish(java, "fixed", 6,
					(options) -> options.attempts(2)
						.backoff(Backoff.fixed(Duration.ofMillis(500)))
						.removeOnComplete(JobRetention.keep(5)));
			PublishedJob again = publish(java, "rich", 7, (options) -> options.id("my-id"));
			assertThat(again.id()).isEqualTo("my-id");
			assertThat(again.added()).isFalse();
		}
		Map<String, Object> expected = QueueDump.of(jedis, "alone");
		Map<String, Object> actual = QueueDump.of(jedis, "mixed");
		assertThat(actual.keySet()).isEqualTo(expected.keySet());
		expected.forEach((key, content) -> assertThat(actual.get(key)).as(key).isEqualTo(content));
	}

	private static PublishedJob publish(JavaSide java, String name, @Nullable Object payload,
			Consumer<JobOptions> options) {
		return java.jobs().publish("mixed", payload, (chosen) -> options.accept(chosen.name(name)));
	}

	@Test
	void anIdleNodeWorkerStartsJobsAtTheMedianWithin50Millis(NodeBullmq node) {
		NodeQueue queue = node.queue("idle");
		NodeWorker worker = idleWorker(node);
		Lateness lateness = new Lateness();
		try (JavaSide java = JavaSide.producer("idle")) {
			for (int i = 0; i < 9; i++) {
				String id = java.jobs().publish("idle", Map.of("n", i)).id();
				await().until(() -> queue.state(id).equals("completed"));
				lateness.note(queue.job(id).get("timestamp").asLong(), worker.runs().get(i).get("startedAt").asLong());
			}
		}
		lateness.assertMedianAtMost(Duration.ofMillis(50));
	}

	@Test
	void anIdleNodeWorkerStartsADelayedJobWhenItIsDue(NodeBullmq node) {
		NodeQueue queue = node.queue("idle");
		NodeWorker worker = idleWorker(node);
		try (JavaSide java = JavaSide.producer("idle")) {
			String id = java.jobs().publish("idle", null, (options) -> options.delay(Duration.ofMillis(300))).id();
			await().until(() -> queue.state(id).equals("completed"));
			assertThat(worker.runs().get(0).get("startedAt").asLong())
				.isGreaterThanOrEqualTo(queue.job(id).get("timestamp").asLong() + 300);
		}
	}

	// without a wake-up it would look again after a minute
	private static NodeWorker idleWorker(NodeBullmq node) {
		return node.worker(5, "idle", Map.of("drainDelay", 60), NodeScript.nothing());
	}

	@Test
	void nodeSeesTheNameDataAndOptionsAndRetriesAsTheySay(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("seen");
		NodeWorker worker = node.worker("seen", NodeScript.nothing().failTimes(2, "no").thenReturn("done"));
		try (JavaSide java = JavaSide.producer("seen")) {
			String id = java.jobs()
				.publish("seen", Map.of("text", "grüße/漢字", "list", List.of()),
						(options) -> options.name("render")
							.attempts(3)
							.backoff(Backoff.fixed(Duration.ofMillis(100)))
							.keepLogs(9)
							.traceContext("trace"))
				.id();
			await().until(() -> queue.state(id).equals("completed"));
			JsonNode run = worker.runs().get(0);
			assertThat(run.get("name").asString()).isEqualTo("render");
			assertThat(run.get("data")).isEqualTo(NodeBullmq.JSON.readTree("{\"text\":\"grüße/漢字\",\"list\":[]}"));
			assertThat(run.at("/opts/attempts").asInt()).isEqualTo(3);
			assertThat(run.at("/opts/backoff/delay").asInt()).isEqualTo(100);
			assertThat(run.at("/opts/keepLogs").asInt()).isEqualTo(9);
			assertThat(run.at("/opts/telemetry/metadata").asString()).isEqualTo("trace");
			assertThat(worker.runs()).hasSize(3);
			assertThat(worker.runs().get(1).get("startedAt").asLong())
				.isGreaterThanOrEqualTo(run.get("startedAt").asLong() + 100);
			assertThat(NodeProducerJavaWorkerTests.events(jedis, "seen"))
				.filteredOn((event) -> event.get("event").equals("delayed"))
				.hasSize(2);
		}
	}

	@Test
	void jobsOfBothAreOneLine(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("line");
		List<String> ids = new ArrayList<>();
		try (JavaSide java = JavaSide.producer("line")) {
			for (int i = 0; i < 5; i++) {
				ids.add(queue.add("node", i));
				ids.add(java.jobs().publish("line", i).id());
			}
		}
		assertThat(ids).containsExactlyElementsOf(IntStream.rangeClosed(1, 10).mapToObj(String::valueOf).toList());
		NodeWorker worker = node.worker("line", NodeScript.nothing());
		await().untilAsserted(() -> assertThat(worker.ranIds()).isEqualTo(ids));
		await().untilAsserted(() -> assertThat(jedis.zcard("bull:line:completed")).isEqualTo(10));
	}

	@Test
	void prioritiesAndDelaysOfBothSortTogether(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("sorted");
		try (JavaSide java = JavaSide.producer("sorted")) {
			queue.add("n3", 0, Map.of("priority", 3));
			java.jobs().publish("sorted", 0, (options) -> options.name("j3").priority(3));
			java.jobs().publish("sorted", 0, (options) -> options.name("j1").priority(1));
			queue.add("n2", 0, Map.of("priority", 2));
			queue.add("n-late", 0, Map.of("delay", 60_000));
			java.jobs().publish("sorted", 0, (options) -> options.name("j-soon").delay(Duration.ofSeconds(20)));
			java.jobs().publish("sorted", 0, (options) -> options.name("j-later").delay(Duration.ofSeconds(90)));
		}
		assertThat(jedis.zrange("bull:sorted:prioritized", 0, -1)).containsExactly("3", "4", "1", "2");
		assertThat(jedis.zrange("bull:sorted:delayed", 0, -1)).containsExactly("6", "5", "7");
		double due = Math.floor(jedis.zscore("bull:sorted:delayed", "6") / 4096);
		assertThat(Math.floor(jedis.zscore("bull:sorted:marker", "1"))).isEqualTo(due);
		NodeWorker worker = node.worker("sorted", NodeScript.nothing());
		await().untilAsserted(() -> assertThat(worker.runs()).extracting((run) -> run.get("name").asString())
			.containsExactly("j1", "n2", "n3", "j3"));
	}

	@Test
	void idsThatNodeRefusesAreRefused(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("ids");
		try (JavaSide java = JavaSide.producer("ids")) {
			for (String id : List.of("12", "-5", "0", "0:x", "a:b", "a:b:c:d")) {
				assertThatExceptionOfType(NodeBullmq.NodeException.class).as(id)
					.isThrownBy(() -> queue.add("a", 1, Map.of("jobId", id)));
				assertThatExceptionOfType(JobRefusedException.class).as(id)
					.isThrownBy(() -> java.jobs().publish("ids", 1, (options) -> options.id(id)));
			}
			for (String id : List.of("007", "1e3", "a", "a:b:c")) {
				assertThat(java.jobs().publish("ids", 1, (options) -> options.id(id)).added()).isTrue();
				assertThat(queue.add("a", 1, Map.of("jobId", id))).isEqualTo(id);
			}
		}
		assertThat(NodeProducerJavaWorkerTests.events(jedis, "ids"))
			.filteredOn((event) -> event.get("event").equals("duplicated"))
			.hasSize(4);
		assertThat(jedis.llen("bull:ids:wait")).isEqualTo(4);
	}

	@Test
	void aJobPublishedWhilePausedWaitsAndSurvivesTheResume(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("paused");
		String before = queue.add("a", 1);
		queue.pause();
		try (JavaSide java = JavaSide.producer("paused")) {
			String during = java.jobs().publish("paused", 2).id();
			assertThat(jedis.lrange("bull:paused:paused", 0, -1)).containsExactly(during, before);
			assertThat(jedis.exists("bull:paused:marker")).isFalse();
			assertThat(jedis.exists("bull:paused:wait")).isFalse();
			queue.resume();
			NodeWorker worker = node.worker("paused", NodeScript.nothing());
			await().untilAsserted(() -> assertThat(worker.ranIds()).containsExactly(before, during));
		}
	}

	@Test
	void aThousandAtOnceKeepTheirOrderAndEvents(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("bulk");
		List<String> ids;
		try (JavaSide java = JavaSide.producer("bulk")) {
			ids = java.jobs()
				.publishAll("bulk", IntStream.range(0, 1000).boxed().toList())
				.stream()
				.map(PublishedJob::id)
				.toList();
		}
		assertThat(ids).containsExactlyElementsOf(IntStream.rangeClosed(1, 1000).mapToObj(String::valueOf).toList());
		assertThat(NodeProducerJavaWorkerTests.events(jedis, "bulk")).hasSize(2000);
		assertThat(queue.counts().get("waiting").asInt()).isEqualTo(1000);
		NodeWorker worker = node.worker("bulk", NodeScript.nothing());
		await().atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(jedis.zcard("bull:bulk:completed")).isEqualTo(1000));
		assertThat(worker.ranIds()).isEqualTo(ids);
		assertThat(worker.runs().get(999).get("data").asInt()).isEqualTo(999);
	}

	@Test
	void nodeListenersHearEverythingAndNeverFail(NodeBullmq node) {
		for (int version : List.of(5, 6)) {
			String name = "heard" + version;
			NodeQueue queue = node.queue(version, name, Map.of());
			NodeEvents events = node.events(version, name, Map.of());
			List<String> last = new ArrayList<>();
			try (JavaSide java = JavaSide.worker(name, (data, job) -> {
				job.progress(Map.of("at", 1));
				if (job.name().equals("bad") && job.attempt() < 3) {
					throw new IllegalStateException();
				}
				return Arrays.asList(null, "x", Map.of());
			})) {
				java.jobs().publish(name, 1);
				java.jobs().publish(name, 2, (options) -> options.name("bad").attempts(2));
				java.jobs().publish(name, 3, (options) -> options.name("bad").attempts(5));
				java.jobs().publish(name, 4, (options) -> options.priority(2));
				java.queue().pause();
				java.queue().resume();
				last.add(java.jobs().publish(name, 5, (options) -> options.delay(Duration.ofMillis(100))).id());
				await().until(() -> queue.state(last.get(0)).equals("completed"));
				await().untilAsserted(() -> assertThat(events.seenOf(last.get(0))).containsExactly("added", "delayed",
						"waiting", "active", "progress", "completed"));
			}
			assertThat(events.seen()).extracting((event) -> event.get("event").asString())
				.contains("paused", "resumed", "failed", "retries-exhausted", "drained");
		}
		assertThat(node.errors()).isEmpty();
	}

}
