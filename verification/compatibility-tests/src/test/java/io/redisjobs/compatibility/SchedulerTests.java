package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Schedules created by Node and continued by Java workers. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class SchedulerTests {

	private static final Map<String, Object> TEMPLATE = Map.of("name", "tick", "data", Map.of("n", 1), "opts",
			Map.of("attempts", 2));

	private static final List<String> PATTERNS = List.of("0 3 * * *", "30 2 * * 1-5", "0 0 1 */2 *",
			"15 10 * * MON,WED", "0 12 L * *", "0 0 13 * 5", "*/7 1-5 * * *", "0 30 2 * * 0", "0 9 * * 5L",
			"0 8 * 1,7 7", "5/20 * 10 * *", "0 0 29 2 *");

	@Test
	void anIntervalGoesOnUntilItsLimit(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("every");
		try (JavaSide java = JavaSide.worker("every", JavaSide.Handler.returning("done"))) {
			queue.invoke("upsertJobScheduler", "pulse", Map.of("every", 200, "limit", 4), TEMPLATE);
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:every:completed")).isEqualTo(4));
			List<String> ids = jedis.zrange("bull:every:completed", 0, -1);
			assertThat(java.ranIds()).containsExactlyElementsOf(ids);
			assertThat(ids).allMatch((id) -> id.startsWith("repeat:pulse:"));
			for (int i = 0; i < 3; i++) {
				assertThat(jedis.hget("bull:every:" + ids.get(i), "nrjid")).isEqualTo(ids.get(i + 1));
			}
			assertThat(jedis.hexists("bull:every:" + ids.get(3), "nrjid")).isFalse();
			assertThat(jedis.hget("bull:every:repeat:pulse", "ic")).isEqualTo("4");
			JsonNode options = NodeBullmq.JSON.readTree(jedis.hget("bull:every:" + ids.get(3), "opts"));
			assertThat(options.at("/repeat/count").asInt()).isEqualTo(4);
			assertThat(options.get("attempts").asInt()).isEqualTo(2);
			assertThat(java.runs()).allSatisfy((run) -> assertThat(run.data.get("n").asInt()).isEqualTo(1));
			assertThat(jedis.zcard("bull:every:delayed")).isZero();
		}
	}

	@Test
	void aCronPatternWithATimeZoneGoesOn(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("cron");
		try (JavaSide java = JavaSide.worker("cron", JavaSide.Handler.returning("done"))) {
			queue.invoke("upsertJobScheduler", "seconds",
					Map.of("pattern", "*/1 * * * * *", "tz", "Europe/Berlin", "limit", 3), TEMPLATE);
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:cron:completed")).isEqualTo(3));
			assertThat(java.ranIds()).doesNotHaveDuplicates().hasSize(3);
			assertThat(java.ranIds()).allMatch((id) -> id.endsWith("000"));
		}
	}

	@Test
	void theNextRunOfACronPatternIsTheOneNodeWouldChoose(NodeBullmq node, Jedis jedis) {
		NodeQueue alone = node.queue("cron-alone");
		List<String> first = promoted(alone, jedis);
		NodeWorker worker = node.worker("cron-alone", NodeScript.nothing());
		awaitCompleted(alone, first);
		worker.close();
		NodeQueue mixed = node.queue("cron-mixed");
		first = promoted(mixed, jedis);
		try (JavaSide java = JavaSide.worker("cron-mixed", JavaSide.Handler.returning("done"))) {
			awaitCompleted(mixed, first);
			assertThat(java.ranIds()).containsExactlyInAnyOrderElementsOf(first);
		}
		assertThat(jedis.zrangeWithScores("bull:cron-mixed:repeat", 0, -1)).hasSize(PATTERNS.size())
			.isEqualTo(jedis.zrangeWithScores("bull:cron-alone:repeat", 0, -1));
		assertThat(jedis.zrange("bull:cron-mixed:delayed", 0, -1)).hasSize(PATTERNS.size())
			.containsExactlyInAnyOrderElementsOf(jedis.zrange("bull:cron-alone:delayed", 0, -1));
	}

	/** The first runs of all patterns, promoted from Node instead of waited for. */
	private static List<String> promoted(NodeQueue queue, Jedis jedis) {
		for (int i = 0; i < PATTERNS.size(); i++) {
			queue.invoke("upsertJobScheduler", "s" + i, Map.of("pattern", PATTERNS.get(i), "tz", "America/New_York"),
					TEMPLATE);
		}
		List<String> first = jedis.zrange("bull:" + queue.name() + ":delayed", 0, -1);
		first.forEach((id) -> queue.invokeJob(id, "promote"));
		return first;
	}

	private static void awaitCompleted(NodeQueue queue, List<String> ids) {
		await().untilAsserted(() -> assertThat(queue.counts().get("completed").asInt()).isEqualTo(ids.size()));
	}

	@Test
	void aRetriedIterationDoesNotCreateASecondNextOne(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("retried");
		try (JavaSide java = JavaSide.worker("retried", (data, job) -> {
			if (job.attempt() == 1) {
				throw new IllegalStateException("no");
			}
			return "done";
		})) {
			queue.invoke("upsertJobScheduler", "pulse", Map.of("every", 100_000_000), TEMPLATE);
			await().untilAsserted(() -> assertThat(jedis.zcard("bull:retried:completed")).isEqualTo(1));
			assertThat(java.ranIds()).hasSize(2);
			assertThat(jedis.zcard("bull:retried:delayed")).isEqualTo(1);
			assertThat(jedis.hget("bull:retried:repeat:pulse", "ic")).isEqualTo("2");
		}
	}

	@Test
	void aScheduleEndsAtItsEndDate(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("ending");
		try (JavaSide java = JavaSide.worker("ending", JavaSide.Handler.returning("done"))) {
			long end = System.currentTimeMillis() + 2000;
			queue.invoke("upsertJobScheduler", "pulse", Map.of("every", 300, "endDate", end), TEMPLATE);
			await().until(() -> System.currentTimeMillis() > end + 600 && jedis.zcard("bull:ending:delayed") == 0
					&& jedis.llen("bull:ending:active") == 0);
			assertThat(java.ranIds()).isNotEmpty().doesNotHaveDuplicates();
			// the run that was due next when the end came is still made
			assertThat(java.ranIds())
				.allMatch((id) -> Long.parseLong(id.substring("repeat:pulse:".length())) <= end + 600);
		}
	}

	static Stream<Map<String, Object>> rules() {
		long soon = System.currentTimeMillis() + 60_000;
		return Stream.of(Map.of("every", 100_000_000, "endDate", soon), Map.of("every", 100_000_000.5),
				Map.of("pattern", "0 0 1 1 *", "immediately", true, "endDate", soon),
				Map.of("pattern", "0 0 1 1 *", "immediately", true, "tz", "utc"),
				Map.of("pattern", "30 4 1 1 *", "immediately", true, "tz", "EST"),
				Map.of("pattern", "30 4 1 1 *", "immediately", true, "tz", "america/new_york"));
	}

	@ParameterizedTest
	@MethodSource("rules")
	void whatComesAfterAnIterationIsWhatNodeWouldAdd(Map<String, Object> rule, NodeBullmq node, Jedis jedis) {
		Map<String, String> after = new HashMap<>();
		for (String side : List.of("alone", "mixed")) {
			node.queue(side).invoke("upsertJobScheduler", "s", rule, TEMPLATE);
			double first = jedis.zscore("bull:" + side + ":repeat", "s");
			JavaSide java = side.equals("mixed") ? JavaSide.worker(side, JavaSide.Handler.returning("done")) : null;
			NodeWorker worker = (java == null) ? node.worker(side, NodeScript.returning("done")) : null;
			await().until(() -> jedis.zcard("bull:" + side + ":completed") == 1);
			double next = jedis.zscore("bull:" + side + ":repeat", "s");
			boolean byPattern = rule.containsKey("pattern");
			after.put(side, jedis.zcard("bull:" + side + ":delayed") + " delayed, "
					+ (long) ((byPattern && next != first) ? next : next - first));
			if (java != null) {
				java.close();
			}
			else {
				worker.close();
			}
		}
		assertThat(after.get("mixed")).isEqualTo(after.get("alone"));
	}

	@Test
	void aPatternThatOnlyAWorkerInNodeCanReadGoesOnThere(NodeBullmq node, Jedis jedis) {
		Map<String, Object> strategy = Map.of("strategy", Map.of("at full moon", 100_000_000));
		NodeQueue queue = node.queue(5, "moon", strategy);
		queue.invoke("upsertJobScheduler", "s", Map.of("pattern", "at full moon", "immediately", true), TEMPLATE);
		double first = jedis.zscore("bull:moon:repeat", "s");
		String id = "repeat:s:" + (long) first;
		try (JavaSide java = JavaSide.worker("moon", JavaSide.Handler.returning("done"))) {
			await()
				.until(() -> jedis.hexists("bull:moon:" + id, "ats") && jedis.zscore("bull:moon:delayed", id) != null);
			assertThat(java.ranIds()).isEmpty();
		}
		NodeWorker worker = node.worker(5, "moon", strategy, NodeScript.returning("done"));
		await().atMost(Duration.ofSeconds(30)).until(() -> jedis.zcard("bull:moon:completed") == 1);
		assertThat(worker.ranIds()).containsExactly(id);
		assertThat(jedis.hget("bull:moon:" + id, "atm")).isEqualTo("1");
		assertThat(jedis.zscore("bull:moon:repeat", "s")).isGreaterThanOrEqualTo(first + 100_000_000);
		assertThat(jedis.zcard("bull:moon:delayed")).isOne();
	}

	@Test
	void aScheduleThatNodeRemovesEnds(NodeBullmq node, Jedis jedis) {
		NodeQueue queue = node.queue("ended");
		JavaSide.Hold hold = new JavaSide.Hold();
		queue.invoke("upsertJobScheduler", "pulse", Map.of("every", 100_000_000), TEMPLATE);
		queue.invoke("removeJobScheduler", "pulse");
		String next = queue.add("after", 1);
		hold.release();
		try (JavaSide java = JavaSide.worker("ended", hold)) {
			await().until(() -> queue.state(next).equals("completed"));
			assertThat(jedis.zcard("bull:ended:delayed")).isZero();
			assertThat(jedis.exists("bull:ended:repeat")).isFalse();
			assertThat(java.ranIds()).endsWith(next);
		}
	}

}
