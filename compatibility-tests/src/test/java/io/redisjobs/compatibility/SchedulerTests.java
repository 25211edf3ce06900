package io.redisjobs.compatibility;

import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Schedules created by Node and continued by Java workers. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class SchedulerTests {

	private static final Map<String, Object> TEMPLATE = Map.of("name", "tick", "data", Map.of("n", 1), "opts",
			Map.of("attempts", 2));

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
		for (String pattern : List.of("0 3 * * *", "30 2 * * 1-5", "0 0 1 */2 *", "15 10 * * MON,WED", "0 12 L * *",
				"0 0 13 * 5", "*/7 1-5 * * *", "0 30 2 * * 0")) {
			String viaNode = nextRun(node, jedis, "cron-node", pattern, false);
			String viaJava = nextRun(node, jedis, "cron-java", pattern, true);
			assertThat(viaJava).as(pattern).isEqualTo(viaNode);
		}
	}

	/** The run after the first, which is promoted from Node instead of waited for. */
	private static String nextRun(NodeBullmq node, Jedis jedis, String name, String pattern, boolean java) {
		NodeQueue queue = node.queue(name);
		queue.invoke("obliterate", Map.of("force", true));
		queue.resume();
		queue.invoke("upsertJobScheduler", "s", Map.of("pattern", pattern, "tz", "America/New_York"), TEMPLATE);
		String first = jedis.zrange("bull:" + name + ":delayed", 0, -1).get(0);
		queue.invokeJob(first, "promote");
		if (java) {
			try (JavaSide worker = JavaSide.worker(name, JavaSide.Handler.returning("done"))) {
				await().until(() -> queue.state(first).equals("completed"));
				assertThat(worker.ranIds()).containsExactly(first);
			}
		}
		else {
			NodeWorker worker = node.worker(name, NodeScript.nothing());
			await().until(() -> queue.state(first).equals("completed"));
			worker.close();
		}
		return jedis.zrange("bull:" + name + ":delayed", 0, -1).get(0);
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
