package io.redisjobs.protocol.bullmq;

import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
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

/** What taking jobs leaves in Redis. */
@ExtendWith(TestRedis.class)
class BullmqTakeTests {

	private Jedis jedis;

	private ScriptBench bench;

	@BeforeEach
	void connect(Jedis jedis) {
		this.jedis = jedis;
		this.bench = new ScriptBench(jedis);
	}

	@Test
	void aTakenJobIsLockedAndActive() {
		this.bench.add();
		assertThat(this.bench.run("moveToActive", NOW + 5, 1, "token", 30000, "worker", "", "", 1)).isEqualTo(List
			.of("jobs", "0", List.of("1", "n", "{\"a\":1}", "{\"attempts\":0}", "1", "nil", "" + NOW), List.of()));
		Map<String, Object> dump = this.bench.dump();
		assertThat(dump).doesNotContainKey("bull:q:wait")
			.containsEntry("bull:q:active", List.of("1"))
			.containsEntry("bull:q:1:lock", "token")
			.containsEntry("bull:q:marker", Map.of("0", 0.0))
			.containsEntry("bull:q:1",
					Map.of("name", "n", "data", "{\"a\":1}", "opts", "{\"attempts\":0}", "timestamp", "" + NOW, "delay",
							"0", "priority", "0", "processedOn", "" + (NOW + 5), "ats", "1", "pb", "worker"));
		assertThat(this.jedis.pttl("bull:q:1:lock")).isBetween(1L, 30000L);
		assertThat(this.bench.events(2)).containsExactly("active jobId=1 prev=waiting");
	}

	@Test
	void jobsWithoutPriorityGoFirstThenByPriority() {
		this.bench.add("", 0, 2, "");
		this.bench.add("", 0, 1, "");
		this.bench.add();
		this.bench.add();
		assertThat(this.bench.take(3)).containsExactly("3", "4", "2");
		assertThat(this.bench.take(3)).containsExactly("1");
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactly("1", "2", "4", "3");
		assertThat(this.jedis.exists("bull:q:pc")).isFalse();
	}

	@Test
	void aDelayedJobThatIsDueIsTakenAndAnotherIsNot() {
		this.bench.add("", 1, 0, "");
		this.bench.add("", 2, 0, "");
		assertThat(this.bench.take(5)).containsExactly("1");
		assertThat(this.jedis.hget("bull:q:1", "delay")).isEqualTo("0");
		assertThat(this.bench.events(4)).containsExactly("waiting jobId=1 prev=delayed", "active jobId=1 prev=waiting");
		assertThat(this.bench.run("moveToActive", NOW + 1, 1, "token", 30000, "", "", "", 1)).startsWith("none",
				"" + (NOW + 2));
	}

	@Test
	void aPausedQueueGivesNothingButPromotes() {
		this.bench.add();
		this.bench.add("", 1, 0, "");
		this.bench.run("pause");
		assertThat(this.bench.run("moveToActive", NOW + 1, 1, "token", 30000, "", "", "", 1)).startsWith("paused");
		assertThat(this.jedis.lrange("bull:q:paused", 0, -1)).containsExactly("2", "1");
		assertThat(this.jedis.exists("bull:q:marker")).isFalse();
	}

	@Test
	void globalConcurrencyIsNotExceeded() {
		this.jedis.hset("bull:q:meta", "concurrency", "2");
		for (int i = 0; i < 3; i++) {
			this.bench.add();
		}
		assertThat(this.bench.take(5)).containsExactly("1", "2");
		assertThat(this.bench.run("moveToActive", NOW + 1, 1, "token", 30000, "", "", "", 1)).startsWith("maxed");
	}

	@Test
	void theWorkersRateLimitIsCountedForAll() {
		for (int i = 0; i < 3; i++) {
			this.bench.add();
		}
		assertThat(ScriptBench.ids(this.bench.run("moveToActive", NOW, 5, "token", 30000, "", 2, 60000, 5)))
			.containsExactly("1", "2");
		assertThat(this.jedis.get("bull:q:limiter")).isEqualTo("2");
		List<?> limited = this.bench.run("moveToActive", NOW, 5, "token", 30000, "", 2, 60000, 5);
		assertThat(limited.get(0)).isEqualTo("limited");
		assertThat(Long.parseLong((String) limited.get(1))).isBetween(1L, 60000L);
	}

	@Test
	void theQueuesRateLimitGoesBeforeTheWorkers() {
		this.jedis.hset("bull:q:meta", Map.of("max", "1", "duration", "60000"));
		this.bench.add();
		this.bench.add();
		assertThat(this.bench.take(5)).containsExactly("1");
		assertThat(this.jedis.pttl("bull:q:limiter")).isBetween(1L, 60000L);
	}

	@Test
	void idsWithoutAJobAreDroppedAndNamed() {
		this.bench.add();
		this.jedis.rpush("bull:q:wait", "ghost", "0:0");
		this.jedis.lpush("bull:q:wait", "list");
		this.jedis.rpush("bull:q:list", "not a hash");
		List<Object> reply = this.bench.run("moveToActive", NOW + 1, 10, "token", 30000, "", "", "", 10);
		assertThat(ScriptBench.ids(reply)).containsExactly("1");
		assertThat(reply.get(3)).isEqualTo(List.of("0:0", "ghost", "list"));
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactly("1");
		assertThat(this.jedis.exists("bull:q:ghost")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "prioritized", "events", "marker" })
	void aKeyOfTheWrongTypeIsFoundBeforeAJobIsTaken(String key) {
		this.bench.add();
		this.jedis.del("bull:q:" + key);
		this.jedis.set("bull:q:" + key, "oops");
		Map<String, Object> before = this.bench.dump();
		assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> this.bench.take(10))
			.withMessageContaining("WRONGTYPE");
		assertThat(this.bench.dump()).isEqualTo(before);
	}

	@Test
	void anIdThatIsInLineTwiceIsTakenOnce() {
		this.bench.add();
		this.bench.add();
		this.jedis.rpush("bull:q:wait", "1", "2");
		assertThat(this.bench.take(10)).containsExactly("2", "1");
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactlyInAnyOrder("1", "2");
		assertThat(this.jedis.exists("bull:q:wait")).isFalse();
	}

	@Test
	void locksOfThisWorkerAreExtendedAndOthersAreNot() {
		this.bench.add();
		this.bench.add();
		this.bench.take(2);
		this.jedis.sadd("bull:q:stalled", "1", "2");
		assertThat(this.bench.run("extendLock", 90000, 3, "1", "token", "2", "other", "3", "token"))
			.isEqualTo(List.of("extended", "otherLock", "noLock"));
		assertThat(this.jedis.pttl("bull:q:1:lock")).isGreaterThan(30000);
		assertThat(this.jedis.smembers("bull:q:stalled")).containsExactly("2");
	}

	@Test
	void locksAreExtendedWhileRedisHasNoMemory() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.configSet("maxmemory", "1");
		try {
			assertThat(this.bench.run("extendLock", 90000, 1, "1", "token")).isEqualTo(List.of("extended"));
		}
		finally {
			this.jedis.configSet("maxmemory", "0");
		}
		assertThat(this.jedis.pttl("bull:q:1:lock")).isGreaterThan(30000);
	}

	@Test
	void aJobWhoseLockIsGoneAtTheSecondLookGoesBackInLine() {
		this.bench.add();
		this.bench.add();
		this.bench.take(2);
		assertThat(look("start", 0, 10, 1)).startsWith("done");
		assertThat(this.jedis.smembers("bull:q:stalled")).containsExactlyInAnyOrder("1", "2");
		assertThat(look("start", 0, 10, 1)).startsWith("skipped");
		this.jedis.del("bull:q:stalled-check", "bull:q:1:lock");
		assertThat(look("start", 0, 10, 1)).isEqualTo(List.of("done", "0", List.of("1"), List.of(), "0"));
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("1");
		assertThat(this.jedis.hgetAll("bull:q:1")).containsEntry("stc", "1").doesNotContainKeys("defa", "atm");
		assertThat(this.jedis.smembers("bull:q:stalled")).containsExactly("2");
		assertThat(this.bench.events(6)).containsExactly("waiting jobId=1 prev=active", "stalled jobId=1");
	}

	@Test
	void aJobThatStallsTooOftenIsToBeFailedByTheNextWorker() {
		this.bench.add();
		this.bench.take(1);
		this.jedis.del("bull:q:1:lock");
		look("start", 0, 10, 0);
		this.jedis.del("bull:q:stalled-check");
		look("start", 0, 10, 0);
		assertThat(this.jedis.hget("bull:q:1", "defa")).isEqualTo("job stalled more than allowable limit");
		List<?> taken = this.bench.run("moveToActive", NOW, 1, "token", 30000, "", "", "", 1);
		assertThat((List<?>) ((List<?>) taken.get(2)).get(5)).element(4)
			.isEqualTo("job stalled more than allowable limit");
	}

	@Test
	void theLookAtManyJobsIsDoneInSmallSteps() {
		for (int i = 0; i < 5; i++) {
			this.bench.add();
		}
		this.bench.take(5);
		assertThat(look("start", 0, 2, 1)).startsWith("mark", "2");
		assertThat(look("mark", 2, 2, 1)).startsWith("mark", "4");
		assertThat(look("mark", 4, 2, 1)).startsWith("done");
		assertThat(this.jedis.scard("bull:q:stalled")).isEqualTo(5);
		for (int i = 1; i <= 5; i++) {
			this.jedis.del("bull:q:" + i + ":lock");
		}
		this.jedis.del("bull:q:stalled-check");
		assertThat(look("start", 0, 2, 1)).startsWith("recover");
		assertThat(look("recover", 0, 2, 1)).startsWith("recover");
		assertThat(look("recover", 0, 2, 1)).startsWith("done");
		assertThat(this.jedis.llen("bull:q:wait")).isEqualTo(5);
		assertThat(this.jedis.exists("bull:q:active")).isFalse();
	}

	@Test
	void noJobIsOverlookedThoughOthersEndBetweenTheSteps() {
		for (int i = 0; i < 7; i++) {
			this.bench.add();
		}
		this.bench.take(6);
		List<Object> first = look("start", 0, 2, 1);
		assertThat(this.jedis.smembers("bull:q:stalled")).containsExactlyInAnyOrder("1", "2");
		this.bench.completeAll("token", "", "1", "2");
		this.bench.take(1);
		List<Object> second = look(first, 2);
		assertThat(this.jedis.smembers("bull:q:stalled")).containsExactlyInAnyOrder("3", "4");
		this.bench.complete("4", "token", "");
		look(look(second, 2), 2);
		assertThat(this.jedis.smembers("bull:q:stalled")).containsExactlyInAnyOrder("3", "5", "6", "7");
	}

	@Test
	void nothingIsTakenAheadBehindAJobThatAWorkerHasHadBefore() {
		for (int i = 0; i < 8; i++) {
			this.bench.add();
		}
		this.jedis.hset("bull:q:4", "stc", "1");
		assertThat(this.bench.take(6, 2)).containsExactly("1", "2", "3");
		assertThat(this.bench.take(6, 0)).isEmpty();
		assertThat(this.bench.take(1, 0)).isEmpty();
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("8", "7", "6", "5", "4");
		assertThat(this.bench.take(6, 2)).containsExactly("4", "5");
		this.jedis.hset("bull:q:6", "ats", "1");
		assertThat(this.bench.take(6, 1)).containsExactly("6");
		assertThat(this.bench.take(6, 1)).containsExactly("7", "8");
	}

	private List<Object> look(List<Object> before, int limit) {
		return this.bench.run("moveStalledJobsToWait", NOW, before.get(0), before.get(1), limit, 1, 60000,
				before.get(4));
	}

	private List<Object> look(String step, int place, int limit, int maxStalled) {
		return this.bench.run("moveStalledJobsToWait", NOW, step, place, limit, maxStalled, 60000, 0);
	}

}
