package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Jobs added by Node and run by Java: order, data, state and results. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class NodeProducerJavaWorkerTests {

	private static final JavaSide.Handler DONE = JavaSide.Handler.returning("done");

	@Test
	void jobsRunInTheOrderInWhichNodeAddedThem(NodeBullmq node, Jedis jedis) {
		JavaSide java = new Comparison(node, jedis).run((queue) -> {
			queue.add("a", 1);
			queue.add("b", 2);
			queue.add("c", 3);
		}, NodeScript.returning("done"), DONE, "queue.worker-name=w");
		assertThat(java.ranIds()).containsExactly("1", "2", "3");
	}

	@Test
	void aLifoJobRunsFirst(NodeBullmq node, Jedis jedis) {
		JavaSide java = new Comparison(node, jedis).run((queue) -> {
			queue.add("a", 1);
			queue.add("b", 2);
			queue.add("urgent", 3, Map.of("lifo", true));
		}, NodeScript.returning("done"), DONE, "queue.worker-name=w");
		assertThat(java.ranIds()).containsExactly("3", "1", "2");
	}

	@Test
	void prioritiesRunInOrderAndInsideOnePriorityFirstInFirstOut(NodeBullmq node, Jedis jedis) {
		JavaSide java = new Comparison(node, jedis).run((queue) -> {
			queue.add("a", 1, Map.of("priority", 3));
			queue.add("b", 2, Map.of("priority", 1));
			queue.add("c", 3, Map.of("priority", 3));
			queue.add("d", 4);
		}, NodeScript.returning("done"), DONE, "queue.worker-name=w");
		assertThat(java.ranIds()).containsExactly("4", "2", "1", "3");
		assertThat(jedis.exists("bull:" + Comparison.MIXED_QUEUE + ":pc")).isFalse();
	}

	@Test
	void delayedJobsStartWhenDueAndKeepTheirOrder(NodeBullmq node, Jedis jedis) {
		long now = System.currentTimeMillis();
		JavaSide java = new Comparison(node, jedis).run((queue) -> {
			queue.add("a", 1, Map.of("delay", 700, "timestamp", now));
			queue.add("b", 2, Map.of("delay", 700, "timestamp", now));
			queue.add("c", 3, Map.of("delay", 300, "timestamp", now, "priority", 2));
		}, NodeScript.returning("done"), DONE, "queue.worker-name=w");
		assertThat(java.ranIds()).containsExactlyInAnyOrder("1", "2", "3").containsSubsequence("1", "2");
		assertThat(java.runs()).allSatisfy((run) -> assertThat(run.startedAt).isGreaterThanOrEqualTo(now + 300));
	}

	@Test
	void anIdleWorkerStartsDelayedJobsWhenDueAndAtTheMedianAtMost150MillisLater(NodeBullmq node) {
		Lateness lateness = new Lateness();
		try (JavaSide java = JavaSide.worker("delays", DONE)) {
			NodeQueue queue = node.queue("delays");
			for (int i = 0; i < 9; i++) {
				String id = queue.add("later", null, Map.of("delay", 300));
				await().until(() -> queue.state(id).equals("completed"));
				JsonNode job = queue.job(id);
				assertThat(job.get("delay").asInt()).isZero();
				lateness.note(job.get("timestamp").asLong() + 300, java.runs().get(i).startedAt);
			}
		}
		lateness.assertMedianAtMost(Duration.ofMillis(150));
	}

	@Test
	void dataArrivesAsNodeSentIt(NodeBullmq node, Jedis jedis) {
		String large = "x".repeat(1 << 20);
		Map<String, Object> nested = new HashMap<>();
		nested.put("none", null);
		nested.put("list", List.of(1, 2.5, "three", Map.of()));
		List<Object> data = Arrays.asList(null, "text", List.of(), nested, "grüße 漢字 🎉 \u0000", large, 12345678901234L,
				true);
		JavaSide java = new Comparison(node, jedis).run((queue) -> {
			data.forEach((value) -> queue.add("any", value, Map.of("note", "a/b")));
			queue.invoke("add", "without-data");
		}, NodeScript.returning("done"), DONE, "queue.worker-name=w");
		assertThat(java.runs()).hasSize(data.size() + 1);
		for (int i = 0; i < data.size(); i++) {
			JsonNode expected = NodeBullmq.JSON.readTree(NodeBullmq.JSON.writeValueAsString(data.get(i)));
			assertThat(java.runs().get(i).data).isEqualTo(expected);
		}
		assertThat(java.runs().get(data.size()).data.toString()).isEqualTo("{}");
	}

	@Test
	void aRunningJobIsLockedAndMarkedAsNodeDoes(NodeBullmq node, Jedis jedis) {
		JavaSide.Hold hold = new JavaSide.Hold();
		NodeQueue queue = node.queue("running");
		String id = queue.add("a", 1);
		try (JavaSide java = JavaSide.worker("running", hold, "queue.worker-name=spring", "queue.lease=20s")) {
			await().until(() -> java.ranIds().contains(id));
			assertThat(jedis.pttl("bull:running:" + id + ":lock")).isBetween(1L, 20_000L);
			Map<String, String> hash = jedis.hgetAll("bull:running:" + id);
			assertThat(hash).containsEntry("pb", "spring").containsEntry("ats", "1").containsKey("processedOn");
			assertThat(hash).doesNotContainKeys("atm", "attemptsMade", "id");
			assertThat(queue.state(id)).isEqualTo("active");
			assertThat(events(jedis, "running")).last()
				.isEqualTo(Map.of("event", "active", "jobId", id, "prev", "waiting"));
			hold.release();
			await().until(() -> queue.state(id).equals("completed"));
			hash = jedis.hgetAll("bull:running:" + id);
			assertThat(hash).containsEntry("atm", "1").containsEntry("returnvalue", "\"held\"");
			assertThat(jedis.zscore("bull:running:completed", id))
				.isEqualTo(Double.parseDouble(hash.get("finishedOn")));
			assertThat(jedis.exists("bull:running:" + id + ":lock")).isFalse();
			assertThat(jedis.lrange("bull:running:active", 0, -1)).isEmpty();
			assertThat(jedis.sismember("bull:running:stalled", id)).isFalse();
		}
	}

	@Test
	void nodeGetsTheResultItWaitsFor(NodeBullmq node) {
		NodeQueue queue = node.queue("results");
		NodeEvents events = node.events("results");
		JavaSide.Handler handler = (data, job) -> job.name().equals("void") ? null
				: Map.of("url", "https://x/y", "size", data.get("n").asInt() * 2);
		try (JavaSide java = JavaSide.worker("results", handler)) {
			CompletableFuture<JsonNode> result = queue.waitUntilFinished(queue.add("object", Map.of("n", 21)), events);
			CompletableFuture<JsonNode> none = queue.waitUntilFinished(queue.add("void", null), events);
			assertThat(NodeBullmq.await(result, Duration.ofSeconds(50)))
				.isEqualTo(NodeBullmq.JSON.readTree("{\"url\":\"https://x/y\",\"size\":42}"));
			assertThat(NodeBullmq.await(none, Duration.ofSeconds(50)).isNull()).isTrue();
			assertThat(java.ranIds()).hasSize(2);
		}
		assertThat(node.errors()).isEmpty();
	}

	@Test
	void finishedJobsAreKeptAsTheirOptionsSay(NodeBullmq node, Jedis jedis) {
		JavaSide.Handler handler = (data, job) -> {
			if (job.name().equals("bad")) {
				throw new IllegalStateException("no");
			}
			return "done";
		};
		new Comparison(node, jedis).run((queue) -> {
			// one digit each: jobs that end in the same millisecond are ordered by id
			queue.add("good", 1, Map.of("removeOnComplete", true));
			queue.add("good", 2, Map.of("removeOnComplete", 1));
			queue.add("good", 3, Map.of("removeOnComplete", 1));
			queue.add("good", 4, Map.of("removeOnComplete", Map.of("age", 3600, "count", 1)));
			queue.add("good", 5, Map.of("removeOnComplete", Map.of("age", 3600)));
			queue.add("bad", 6);
			queue.add("bad", 7, Map.of("removeOnFail", true));
			queue.add("bad", 8, Map.of("removeOnFail", 1));
			queue.add("bad", 9, Map.of("removeOnFail", Map.of("age", 3600, "count", 1)));
		}, NodeScript.returning("done").named("bad").failTimes(9, "no"), handler, "queue.worker-name=w");
	}

	@Test
	void finishedJobsThatSayNothingAreKeptAsTheWorkerSays(NodeBullmq node, Jedis jedis) {
		new Comparison(node, jedis).run(Map.of("name", "w", "removeOnComplete", Map.of("count", 2)), (queue) -> {
			queue.add("a", 1);
			queue.add("b", 2);
			queue.add("c", 3);
			queue.add("d", 4, Map.of("removeOnComplete", true));
		}, NodeScript.returning("done"), DONE, "queue.worker-name=w", "queue.keep-completed=2");
	}

	@Test
	void progressAndLogsAreSeenByNode(NodeBullmq node, Jedis jedis) {
		NodeEvents events = node.events(Comparison.MIXED_QUEUE);
		new Comparison(node, jedis).run((queue) -> queue.add("steps", null, Map.of("keepLogs", 2)),
				NodeScript.nothing()
					.progress(10)
					.log("one")
					.log("two")
					.progress(Map.of("scene", 2))
					.log("three")
					.thenReturn(null),
				(data, job) -> {
					job.progress(10);
					job.log("one");
					job.log("two");
					job.progress(Map.of("scene", 2));
					job.log("three");
					return null;
				}, "queue.worker-name=w");
		NodeQueue queue = node.queue(Comparison.MIXED_QUEUE);
		assertThat(queue.invoke("getJobLogs", "1").get("logs").toString()).isEqualTo("[\"two\",\"three\"]");
		await().untilAsserted(() -> assertThat(
				events.seen().stream().filter((event) -> event.get("event").asString().equals("progress")))
			.extracting((event) -> event.get("data").toString())
			.containsExactly("10", "{\"scene\":2}"));
	}

	@Test
	void deduplicationKeysAreReleasedAtTheEnd(NodeBullmq node, Jedis jedis) {
		JavaSide.Handler handler = (data, job) -> {
			if (job.name().equals("bad")) {
				throw new IllegalStateException("no");
			}
			return "done";
		};
		new Comparison(node, jedis).run((queue) -> {
			queue.add("good", 1, Map.of("deduplication", Map.of("id", "simple")));
			queue.add("good", 2, Map.of("deduplication", Map.of("id", "simple")));
			queue.add("bad", 3, Map.of("deduplication", Map.of("id", "failing")));
			queue.add("good", 4, Map.of("deduplication", Map.of("id", "throttle", "ttl", 60_000)));
		}, NodeScript.returning("done").named("bad").failTimes(9, "no"), handler, "queue.worker-name=w");
		assertThat(jedis.keys("bull:" + Comparison.MIXED_QUEUE + ":de:*"))
			.containsExactly("bull:" + Comparison.MIXED_QUEUE + ":de:throttle");
	}

	@Test
	void aJobRemovedWhileItRunsDoesNotHoldUpTheNext(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("removed");
		JavaSide.Hold hold = new JavaSide.Hold();
		JavaSide.Handler handler = (data, job) -> job.name().equals("gone") ? hold.handle(data, job) : "done";
		try (JavaSide java = JavaSide.worker("removed", handler)) {
			String gone = queue.add("gone", 1);
			await().until(() -> java.ranIds().contains(gone));
			queue.invoke("obliterate", Map.of("force", true));
			hold.release();
			queue.resume();
			String next = queue.add("next", 2, Map.of("jobId", "next"));
			await().until(() -> queue.state(next).equals("completed"));
			assertThat(jedis.exists("bull:removed:" + gone)).isFalse();
			assertThat(java.ranIds()).containsExactly(gone, next);
		}
	}

	@Test
	void jobsThatCannotBeReadAreSetAsideAndTheNextOnesRun(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("corrupt");
		queue.pause();
		String badData = queue.add("bad", 1);
		String badOptions = queue.add("bad", 2);
		String backoff = queue.add("fails", 3, Map.of("attempts", 3, "backoff", Map.of("type", "unheard", "delay", 5)));
		String good = queue.add("good", 4);
		jedis.hset("bull:corrupt:" + badData, "data", "{not json");
		jedis.hset("bull:corrupt:" + badOptions, "opts", "{not json");
		jedis.rpush("bull:corrupt:paused", "ghost");
		JavaSide.Handler handler = (data, job) -> {
			if (job.name().equals("fails")) {
				throw new IllegalStateException("no");
			}
			return "done";
		};
		try (JavaSide java = JavaSide.worker("corrupt", handler)) {
			queue.resume();
			await().until(() -> queue.state(good).equals("completed"));
			await().untilAsserted(() -> assertThat(jedis.llen("bull:corrupt:active")).isZero());
			assertThat(jedis.llen("bull:corrupt:wait")).isZero();
			assertThat(java.ranIds()).contains(good).doesNotContain("ghost");
			assertThat(jedis.zrange("bull:corrupt:failed", 0, -1)).contains(badData, badOptions, backoff);
			assertThat(jedis.hget("bull:corrupt:" + badData, "failedReason")).isNotBlank();
		}
	}

	@Test
	void nodeSeesTheJavaWorker(NodeBullmq node) {
		NodeQueue queue = node.queue("visible");
		try (JavaSide java = JavaSide.worker("visible", DONE, "queue.worker-name=spring")) {
			await().untilAsserted(() -> assertThat(queue.workers()).hasSize(1));
			assertThat(queue.workers().get(0).get("name").asString()).isEqualTo("visible");
			assertThat(queue.workers().get(0).get("rawname").asString()).endsWith(":w:spring");
			assertThat(java.runs()).isEmpty();
		}
		await().untilAsserted(() -> assertThat(queue.workers()).isEmpty());
	}

	@Test
	void aWorkerThatIsClosedFinishesItsJobAndTakesNoOther(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("closing");
		String running = queue.add("a", 1);
		String waiting = queue.add("b", 2);
		JavaSide.Hold hold = new JavaSide.Hold();
		JavaSide java = JavaSide.worker("closing", hold);
		await().until(() -> java.ranIds().contains(running));
		CompletableFuture<Void> closing = CompletableFuture.runAsync(java::close);
		await().until(() -> !java.isRunning());
		hold.release();
		closing.join();
		assertThat(queue.state(running)).isEqualTo("completed");
		assertThat(queue.state(waiting)).isEqualTo("waiting");
		assertThat(jedis.exists("bull:closing:active")).isFalse();
	}

	static List<Map<String, String>> events(Jedis jedis, String queue) {
		return jedis.xrange("bull:" + queue + ":events", (StreamEntryID) null, (StreamEntryID) null)
			.stream()
			.map(StreamEntry::getFields)
			.toList();
	}

}
