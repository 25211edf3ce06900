package io.redisjobs.protocol.bullmq;

import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

import static io.redisjobs.protocol.bullmq.ScriptBench.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What the end of a run leaves in Redis. */
@ExtendWith(TestRedis.class)
class BullmqFinishTests {

	private Jedis jedis;

	private ScriptBench bench;

	@BeforeEach
	void connect(Jedis jedis) {
		this.jedis = jedis;
		this.bench = new ScriptBench(jedis);
	}

	@Test
	void aCompletedJobIsKeptWithItsResult() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.sadd("bull:q:stalled", "1");
		assertThat(this.bench.complete("1", "token", "")).isEqualTo("completed");
		assertThat(this.bench.dump()).doesNotContainKeys("bull:q:active", "bull:q:1:lock", "bull:q:stalled")
			.containsEntry("bull:q:completed", Map.of("1", NOW + 2.0));
		assertThat(this.jedis.hgetAll("bull:q:1")).hasSize(11)
			.containsEntry("processedOn", "" + (NOW + 1))
			.containsEntry("ats", "1")
			.containsEntry("atm", "1")
			.containsEntry("returnvalue", "{\"r\":1}")
			.containsEntry("finishedOn", "" + (NOW + 2));
		assertThat(this.bench.events(3)).containsExactly("completed jobId=1 prev=active returnvalue={\"r\":1}",
				"drained");
	}

	@Test
	void aJobThatIsNotKeptLeavesOnlyItsEvents() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.rpush("bull:q:1:logs", "line");
		this.bench.complete("1", "token", "0");
		assertThat(this.bench.dump()).containsOnlyKeys("bull:q:id", "bull:q:meta", "bull:q:marker", "bull:q:events");
		assertThat(this.bench.events(3)).containsExactly("completed jobId=1 prev=active returnvalue={\"r\":1}",
				"drained");
	}

	@Test
	void onlyTheNewestCompletedJobsAreKept() {
		for (int i = 1; i <= 4; i++) {
			this.bench.add();
		}
		this.bench.take(4);
		for (int i = 1; i <= 4; i++) {
			this.bench.complete("" + i, "token", "2");
		}
		assertThat(this.jedis.zrange("bull:q:completed", 0, -1)).containsExactly("3", "4");
		assertThat(this.jedis.exists("bull:q:1", "bull:q:2")).isZero();
	}

	@Test
	void manyJobsAreFinishedAndManyTakenInOneCall() {
		for (int i = 1; i <= 12; i++) {
			this.bench.add();
		}
		this.bench.take(6);
		Object[] arguments = new Object[11 + 4 * 6];
		System.arraycopy(new Object[] { NOW + 2, 5, "second", 30000, "", "", "", 5, 10, 0, "" }, 0, arguments, 0, 11);
		for (int i = 0; i < 6; i++) {
			String token = (i == 3) ? "wrong" : "token";
			System.arraycopy(new Object[] { i + 1, token, "null", "" }, 0, arguments, 11 + 4 * i, 4);
		}
		List<Object> reply = this.bench.run("moveToCompleted", arguments);
		assertThat(reply.get(4))
			.isEqualTo(List.of("completed", "completed", "completed", "otherLock", "completed", "completed"));
		assertThat(ScriptBench.ids(reply)).containsExactly("7", "8", "9", "10", "11");
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactly("11", "10", "9", "8", "7", "4");
		assertThat(this.jedis.get("bull:q:4:lock")).isEqualTo("token");
		assertThat(this.jedis.hget("bull:q:metrics:completed", "count")).isEqualTo("5");
	}

	@Test
	void aJobWhoseKeyHasBecomeSomethingElseDoesNotKeepOthersFromFinishing() {
		this.bench.add();
		this.bench.add();
		this.bench.take(2);
		this.jedis.del("bull:q:1");
		this.jedis.set("bull:q:1", "no job");
		List<?> words = this.bench.completeAll("token", "", "1", "2");
		assertThat(words).isEqualTo(List.of("gone", "completed"));
		assertThat(this.jedis.zrange("bull:q:completed", 0, -1)).containsExactly("2");
		assertThat(this.jedis.exists("bull:q:active", "bull:q:1:lock", "bull:q:2:lock")).isZero();
		assertThat(this.bench.fail("1", "")).isEqualTo("gone");
	}

	@Test
	void aSetOfTheWrongTypeIsFoundBeforeAJobIsFinished() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.set("bull:q:completed", "oops");
		this.jedis.set("bull:q:failed", "oops");
		assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> this.bench.complete("1", "token", ""))
			.withMessageContaining("WRONGTYPE");
		assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> this.bench.fail("1", ""))
			.withMessageContaining("WRONGTYPE");
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactly("1");
		assertThat(this.jedis.get("bull:q:1:lock")).isEqualTo("token");
	}

	@Test
	void keysOfTheWrongTypeAreFoundBeforeAJobLeavesActive() {
		this.bench.add();
		this.bench.add();
		this.bench.take(2);
		for (String key : List.of("stalled", "marker", "wait", "delayed", "prioritized", "pc")) {
			String type = this.jedis.type("bull:q:" + key);
			this.jedis.del("bull:q:" + key);
			this.jedis.hset("bull:q:" + key, "oops", "1");
			boolean toFinish = key.equals("stalled") || key.equals("marker");
			assertThatExceptionOfType(JedisDataException.class).describedAs(key)
				.isThrownBy(() -> run(toFinish))
				.withMessageContaining("WRONGTYPE");
			assertThat(this.jedis.lrange("bull:q:active", 0, -1)).describedAs(key + " " + type)
				.containsExactly("2", "1");
			this.jedis.del("bull:q:" + key);
		}
	}

	private void run(boolean toFinish) {
		if (toFinish) {
			this.bench.complete("1", "token", "");
		}
		else {
			this.bench.run("moveToWait", "1", "token", 0, 1);
		}
	}

	@Test
	void aDeduplicationKeyOfTheWrongTypeDoesNotKeepAJobFromEnding() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.rpush("bull:q:de:d", "oops");
		this.jedis.hset("bull:q:1", "deid", "d");
		this.bench.complete("1", "token", "");
		assertThat(this.jedis.zrange("bull:q:completed", 0, -1)).containsExactly("1");
	}

	@Test
	void aJobThatWasNotStartedIsHandedBackWithoutATrace() {
		this.bench.add();
		this.bench.take(1);
		assertThat(this.bench.run("moveToWait", "1", "token", 0, 0)).containsExactly("waiting");
		assertThat(this.jedis.hget("bull:q:1", "ats")).isEqualTo("0");
		this.bench.take(1);
		this.bench.run("moveToWait", "1", "token", 0, 1);
		assertThat(this.jedis.hget("bull:q:1", "ats")).isEqualTo("1");
	}

	@Test
	void aParentOfTheWrongTypeDoesNotKeepAChildFromEnding() {
		this.bench.add("p", 0, 0, "waitsForChildren");
		this.bench.addChild("c1", "p", "");
		this.bench.addChild("c2", "p", ",\"fpof\":true");
		this.bench.take(2);
		this.jedis.set("bull:q:p:dependencies", "oops");
		assertThat(this.bench.complete("c1", "token", "")).isEqualTo("untoldParent bull:q:p");
		assertThat(this.bench.fail("c2", "")).isEqualTo("untoldParent bull:q:p");
		assertThat(this.jedis.zrange("bull:q:completed", 0, -1)).containsExactly("c1");
		assertThat(this.jedis.zrange("bull:q:failed", 0, -1)).containsExactly("c2");
		assertThat(this.jedis.exists("bull:q:active", "bull:q:c1:lock", "bull:q:c2:lock")).isZero();
	}

	@Test
	void aRunThatIsNotTheJobsCurrentOneWritesNothing() {
		this.bench.add();
		this.bench.take(1);
		Map<String, Object> before = this.bench.dump();
		assertThat(this.bench.complete("1", "other", "")).isEqualTo("otherLock");
		assertThat(this.bench.complete("9", "token", "")).isEqualTo("gone");
		assertThat(this.bench.dump()).isEqualTo(before);
		this.jedis.del("bull:q:1:lock");
		assertThat(this.bench.complete("1", "token", "")).isEqualTo("noLock");
		assertThat(this.bench.fail("1", "")).isEqualTo("noLock");
		assertThat(this.jedis.hexists("bull:q:1", "finishedOn")).isFalse();
	}

	@Test
	void aDeduplicationWithoutATimeEndsWithItsJob() {
		this.bench.run("addJob", NOW, "", "n", "{}", "{}", "{\"deduplication\":{\"id\":\"d\"}}");
		this.bench.take(1);
		this.bench.complete("1", "token", "");
		assertThat(this.jedis.exists("bull:q:de:d")).isFalse();
	}

	@Test
	void aFailedJobIsKeptWithItsReason() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.hset("bull:q:1", "defa", "boom");
		assertThat(this.bench.fail("1", "")).isEqualTo("failed");
		assertThat(this.jedis.hgetAll("bull:q:1")).containsEntry("failedReason", "boom")
			.containsEntry("stacktrace", "[\"trace\"]")
			.containsEntry("atm", "1")
			.containsEntry("finishedOn", "" + (NOW + 2))
			.doesNotContainKeys("defa", "returnvalue");
		assertThat(this.jedis.zscore("bull:q:failed", "1")).isEqualTo(NOW + 2.0);
		assertThat(this.jedis.exists("bull:q:active", "bull:q:1:lock")).isZero();
		assertThat(this.bench.events(3)).containsExactly("failed failedReason=boom jobId=1 prev=active",
				"retries-exhausted attemptsMade=1 jobId=1", "drained");
	}

	@Test
	void aRetryLaterIsADelayedJob() {
		this.bench.add();
		this.bench.take(1);
		assertThat(this.bench.run("moveToDelayed", NOW + 2, "1", "token", 1000, 1, "boom", "[\"trace\"]"))
			.isEqualTo(List.of("delayed"));
		assertThat(this.jedis.zscore("bull:q:delayed", "1")).isEqualTo((NOW + 1002) * 4096.0);
		assertThat(this.jedis.hgetAll("bull:q:1")).containsEntry("atm", "1")
			.containsEntry("delay", "1000")
			.containsEntry("failedReason", "boom")
			.doesNotContainKey("finishedOn");
		assertThat(this.bench.events(3)).containsExactly("delayed delay=" + (NOW + 1002) + " jobId=1");
	}

	@Test
	void aRetryAtOnceGoesBehindTheOthersAndBeforeThemIfLifo() {
		this.bench.add();
		this.bench.add();
		this.bench.add();
		this.bench.take(2);
		this.bench.run("retryJob", NOW, "1", "token", 0, "boom", "[]");
		this.bench.run("retryJob", NOW, "2", "token", 1, "boom", "[]");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("1", "3", "2");
		assertThat(this.jedis.hget("bull:q:1", "atm")).isEqualTo("1");
		assertThat(this.bench.events(8)).containsExactly("waiting jobId=1 prev=active", "waiting jobId=2 prev=active");
	}

	@Test
	void aReleasedJobIsNextAndHasLostNoAttempt() {
		this.bench.add();
		this.bench.add();
		this.bench.add("", 0, 5, "");
		this.bench.take(3);
		this.bench.add();
		assertThat(this.bench.run("moveToWait", "1", "token", 5000, 1)).isEqualTo(List.of("waiting"));
		this.bench.run("moveToWait", "3", "token", 0, 1);
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("4", "1");
		assertThat(this.jedis.zscore("bull:q:prioritized", "3")).isEqualTo(5 * 4294967296.0);
		assertThat(this.jedis.hexists("bull:q:1", "atm")).isFalse();
		assertThat(this.jedis.get("bull:q:limiter")).isEqualTo("9007199254740991");
	}

	@Test
	void jobsWithAPriorityThatAreReleasedKeepTheirOrderAndWakeAWorker() {
		for (int priority : new int[] { 1, 5, 2_000_000 }) {
			for (int i = 0; i < 12; i++) {
				this.bench.add(priority + "-" + i, 0, priority, "");
			}
		}
		List<String> taken = this.bench.take(30);
		this.bench.add("1-new", 0, 1, "");
		this.bench.add("5-new", 0, 5, "");
		this.jedis.del("bull:q:marker");
		for (int i = taken.size() - 1; i >= 0; i--) {
			this.bench.run("moveToWait", taken.get(i), "token", 0, 0);
		}
		assertThat(this.jedis.zscore("bull:q:marker", "0")).isZero();
		assertThat(this.jedis.zcount("bull:q:prioritized", 4294967296.0, 2 * 4294967296.0 - 1)).isEqualTo(13);
		assertThat(this.jedis.zcount("bull:q:prioritized", 5 * 4294967296.0, 6 * 4294967296.0 - 1)).isEqualTo(13);
		List<String> again = this.bench.take(26);
		assertThat(again.subList(0, 13)).containsExactly("1-0", "1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "1-7", "1-8",
				"1-9", "1-10", "1-11", "1-new");
		assertThat(again.subList(13, 26)).containsExactly("5-0", "5-1", "5-2", "5-3", "5-4", "5-5", "5-6", "5-7", "5-8",
				"5-9", "5-10", "5-11", "5-new");
		assertThat(this.bench.take(20)).containsExactly("2000000-0", "2000000-1", "2000000-2", "2000000-3", "2000000-4",
				"2000000-5", "2000000-6", "2000000-7", "2000000-8", "2000000-9", "2000000-10", "2000000-11");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 1000, 100_000, 524_288, 1_048_577, 2_097_151, 2_097_152 })
	void manyJobsOfAHighPriorityThatAreReleasedKeepTheirOrder(int priority) {
		this.bench.add("before", 0, Math.max(1, priority - 1), "");
		for (int i = 0; i < 120; i++) {
			this.bench.add("job-" + i, 0, priority, "");
		}
		List<String> taken = this.bench.take(100);
		this.bench.add("new", 0, priority, "");
		for (int i = taken.size() - 1; i >= 0; i--) {
			this.bench.run("moveToWait", taken.get(i), "token", 0, 0);
		}
		List<String> again = this.bench.take(122);
		assertThat(again.subList(0, 100)).isEqualTo(taken);
		assertThat(again).hasSize(122).endsWith("job-119", "new");
	}

	@Test
	void aRunGoesOnThatCannotBeEndedForAKeyOfTheWrongType() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.set("bull:q:stalled", "oops");
		assertThatExceptionOfType(JedisDataException.class)
			.isThrownBy(() -> this.bench.run("moveToWait", "1", "token", 0, 1));
		assertThatExceptionOfType(JedisDataException.class)
			.isThrownBy(() -> this.bench.run("moveToDelayed", NOW, "1", "token", 10, 1, "boom", "[]"));
		assertThat(this.jedis.get("bull:q:1:lock")).isEqualTo("token");
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactly("1");
	}

	@Test
	void theLastChildReleasesItsParent() {
		parentOf("", "c1", "c2");
		assertThat(this.bench.complete("c1", "token", "")).isEqualTo("completed");
		assertThat(this.jedis.zscore("bull:q:waiting-children", "p")).isNotNull();
		this.bench.complete("c2", "token", "0");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("p");
		assertThat(this.jedis.hgetAll("bull:q:p:processed"))
			.isEqualTo(Map.of("bull:q:c1", "{\"r\":1}", "bull:q:c2", "{\"r\":1}"));
		assertThat(this.bench.events(0)).contains("waiting jobId=p prev=waiting-children");
		assertThat(this.bench.run("getChildren", "p").get(0)).asInstanceOf(InstanceOfAssertFactories.LIST)
			.contains("bull:q:c1", "bull:q:c2");
	}

	@Test
	void aChildThatMustNotFailMakesItsParentFail() {
		parentOf("fpof", "c1", "c2");
		this.bench.fail("c1", "");
		assertThat(this.jedis.hget("bull:q:p", "defa")).isEqualTo("child bull:q:c1 failed");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("p");
		assertThat(this.jedis.zrange("bull:q:p:unsuccessful", 0, -1)).containsExactly("bull:q:c1");
	}

	@Test
	void aParentCanGoOnAtOnceWithoutAFailedChild() {
		parentOf("cpof", "c1", "c2");
		this.bench.fail("c1", "");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("p");
		assertThat(this.jedis.hgetAll("bull:q:p:failed")).isEqualTo(Map.of("bull:q:c1", "boom"));
		this.bench.take(1);
		assertThat(this.bench.complete("p", "token", "")).isEqualTo("pendingChildren");
	}

	@Test
	void aFailedChildCanBeIgnoredOrRemoved() {
		this.bench.add("p", 0, 0, "waitsForChildren");
		this.bench.addChild("c1", "p", ",\"idof\":true");
		this.bench.addChild("c2", "p", ",\"rdof\":true");
		this.bench.take(2);
		this.bench.fail("c1", "");
		assertThat(this.jedis.exists("bull:q:wait")).isFalse();
		this.bench.fail("c2", "");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("p");
		assertThat(this.jedis.hgetAll("bull:q:p:failed")).isEqualTo(Map.of("bull:q:c1", "boom"));
	}

	@Test
	void withoutAPolicyTheParentWaitsOn() {
		parentOf("", "c1");
		this.bench.fail("c1", "");
		assertThat(this.jedis.smembers("bull:q:p:dependencies")).containsExactly("bull:q:c1");
		assertThat(this.jedis.exists("bull:q:wait")).isFalse();
	}

	@Test
	void aRunningJobWaitsForItsChildren() {
		this.bench.add("p", 0, 0, "");
		this.bench.take(1);
		assertThat(this.bench.run("moveToWaitingChildren", NOW, "p", "token")).isEqualTo(List.of("continue"));
		this.bench.addChild("c1", "p", "");
		assertThat(this.bench.run("moveToWaitingChildren", NOW, "p", "token")).isEqualTo(List.of("moved"));
		assertThat(this.jedis.zscore("bull:q:waiting-children", "p")).isEqualTo(NOW);
		assertThat(this.jedis.exists("bull:q:active", "bull:q:p:lock")).isZero();
		assertThat(this.bench.events(5)).containsExactly("waiting-children jobId=p prev=active");
	}

	private void parentOf(String policy, String... children) {
		this.bench.add("p", 0, 0, "waitsForChildren");
		for (String child : children) {
			this.bench.addChild(child, "p", policy.isEmpty() ? "" : ",\"" + policy + "\":true");
		}
		this.bench.take(children.length);
	}

}
