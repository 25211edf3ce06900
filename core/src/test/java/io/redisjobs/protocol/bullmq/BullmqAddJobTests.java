package io.redisjobs.protocol.bullmq;

import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

import static io.redisjobs.protocol.bullmq.ScriptBench.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What adding jobs leaves in Redis. */
@ExtendWith(TestRedis.class)
class BullmqAddJobTests {

	private Jedis jedis;

	private ScriptBench bench;

	@BeforeEach
	void connect(Jedis jedis) {
		this.jedis = jedis;
		this.bench = new ScriptBench(jedis);
	}

	@Test
	void aStandardJobIsStoredAnnouncedAndMarked() {
		assertThat(this.bench.add()).isEqualTo("1");
		assertThat(this.bench.dump())
			.isEqualTo(Map.of("bull:q:id", "1", "bull:q:meta", Map.of("opts.maxLenEvents", "10000"), "bull:q:1",
					Map.of("name", "n", "data", "{\"a\":1}", "opts", "{\"attempts\":0}", "timestamp", "" + NOW, "delay",
							"0", "priority", "0"),
					"bull:q:wait", List.of("1"), "bull:q:marker", Map.of("0", 0.0), "bull:q:events",
					List.of(Map.of("event", "added", "jobId", "1", "name", "n"),
							Map.of("event", "waiting", "jobId", "1"))));
	}

	@Test
	void theOldestJobIsRightmostAndALifoJobGoesBeyondIt() {
		this.bench.add();
		this.bench.add();
		this.bench.add("", 0, 0, "lifo");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("2", "1", "3");
	}

	@Test
	void jobsOfOnePriorityKeepTheirOrder() {
		this.bench.add("", 0, 3, "");
		this.bench.add("", 0, 1, "");
		this.bench.add("", 0, 3, "");
		assertThat(this.jedis.zrange("bull:q:prioritized", 0, -1)).containsExactly("2", "1", "3");
		assertThat(this.jedis.zscore("bull:q:prioritized", "3")).isEqualTo(3 * 4294967296.0 + 3);
		assertThat(this.jedis.get("bull:q:pc")).isEqualTo("3");
		assertThat(this.jedis.zscore("bull:q:marker", "0")).isZero();
	}

	@Test
	void delayedJobsOfOneMillisecondKeepTheirOrderAndTheEarliestIsMarked() {
		this.bench.add("", 500, 0, "");
		this.bench.add("", 500, 0, "");
		this.bench.add("", 100, 0, "");
		assertThat(this.jedis.zscore("bull:q:delayed", "1")).isEqualTo((NOW + 500) * 4096.0);
		assertThat(this.jedis.zscore("bull:q:delayed", "2")).isEqualTo((NOW + 500) * 4096.0 + 1);
		assertThat(this.jedis.zscore("bull:q:marker", "1")).isEqualTo(NOW + 100.0);
		assertThat(this.bench.events(4)).containsExactly("added jobId=3 name=n",
				"delayed delay=" + (NOW + 100) + " jobId=3");
	}

	@Test
	void whileTheQueueIsPausedJobsCollectInAnotherListWithoutWakingAnybody() {
		this.bench.run("pause");
		this.bench.add();
		assertThat(this.jedis.lrange("bull:q:paused", 0, -1)).containsExactly("1");
		assertThat(this.jedis.exists("bull:q:wait", "bull:q:marker")).isZero();
	}

	@Test
	void anIdThatExistsIsNotAddedAgain() {
		this.bench.add("order-1", 0, 0, "");
		assertThat(this.bench.add("order-1", 0, 0, "")).isEqualTo("order-1");
		assertThat(this.jedis.llen("bull:q:wait")).isEqualTo(1);
		assertThat(this.jedis.get("bull:q:id")).isEqualTo("2");
		assertThat(this.bench.events(2)).containsExactly("duplicated jobId=order-1");
	}

	@Test
	void aDeduplicatedJobIsNotAdded() {
		assertThat(deduplicated(0, "")).containsExactly("1");
		assertThat(deduplicated(0, "")).containsExactly(List.of("deduplicated", "1"));
		assertThat(this.jedis.get("bull:q:de:d")).isEqualTo("1");
		assertThat(this.jedis.hget("bull:q:1", "deid")).isEqualTo("d");
		assertThat(this.bench.events(2)).containsExactly("debounced debounceId=d jobId=1",
				"deduplicated deduplicatedJobId=2 deduplicationId=d jobId=1");
	}

	@Test
	void aReplacingJobTakesThePlaceOfADelayedOne() {
		String replacing = ",\"ttl\":60000,\"extend\":true,\"replace\":true";
		deduplicated(1000, replacing);
		assertThat(deduplicated(1000, replacing)).containsExactly("2");
		assertThat(this.jedis.zrange("bull:q:delayed", 0, -1)).containsExactly("2");
		assertThat(this.jedis.exists("bull:q:1")).isFalse();
		assertThat(this.jedis.get("bull:q:de:d")).isEqualTo("2");
		assertThat(this.jedis.pttl("bull:q:de:d")).isPositive();
		assertThat(this.bench.events(2)).startsWith("removed jobId=1 prev=delayed", "debounced debounceId=d jobId=2",
				"deduplicated deduplicatedJobId=1 deduplicationId=d jobId=2");
	}

	private List<Object> deduplicated(long delay, String more) {
		return this.bench.run("addJob", NOW, "", "n", "{}", "{}",
				"{\"delay\":" + delay + ",\"deduplication\":{\"id\":\"d\"" + more + "}}");
	}

	@Test
	void aJobWhoseParentIsMissingIsNotAdded() {
		assertThat(this.bench.addChild("c", "p", "")).containsExactly(List.of("missingParent", "bull:q:p"));
		assertThat(this.bench.dump()).containsOnlyKeys("bull:q:meta");
	}

	@Test
	void aRunThatDoesNotOwnTheParentAddsNoChild() {
		String details = "{\"parent\":{\"queue\":\"bull:q\",\"id\":\"p\",\"json\":\"{}\",\"token\":\"token\"}}";
		assertThat(this.bench.run("addJob", NOW, "c", "n", "{}", "{}", details))
			.containsExactly(List.of("lostParent", "p"));
		this.bench.add("p", 0, 0, "");
		assertThat(this.bench.run("addJob", NOW, "c", "n", "{}", "{}", details))
			.containsExactly(List.of("lostParent", "p"));
		assertThat(this.jedis.exists("bull:q:c", "bull:q:p:dependencies")).isZero();
		this.bench.take(1);
		assertThat(this.bench.run("addJob", NOW, "c", "n", "{}", "{}", details)).containsExactly("c");
	}

	@Test
	void aChildIsLinkedToItsParent() {
		this.bench.add("p", 0, 0, "waitsForChildren");
		assertThat(this.bench.addChild("c", "p", ",\"fpof\":true")).containsExactly("c");
		assertThat(this.jedis.zscore("bull:q:waiting-children", "p")).isEqualTo(NOW);
		assertThat(this.jedis.smembers("bull:q:p:dependencies")).containsExactly("bull:q:c");
		assertThat(this.jedis.hgetAll("bull:q:c")).containsEntry("parentKey", "bull:q:p")
			.containsEntry("parent", "{\"id\":\"p\",\"queueKey\":\"bull:q\",\"fpof\":true}");
		assertThat(this.bench.events(0)).startsWith("added jobId=p name=n", "waiting-children jobId=p");
	}

	@Test
	void aRedisWithoutMemoryTakesNoJobs() {
		this.bench.add();
		Map<String, Object> before = this.bench.dump();
		this.jedis.configSet("maxmemory", "1");
		try {
			assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> this.bench.add())
				.withMessageContaining("OOM");
		}
		finally {
			this.jedis.configSet("maxmemory", "0");
		}
		assertThat(this.bench.dump()).isEqualTo(before);
	}

	@Test
	void aListOfTheWrongTypeIsFoundBeforeAnythingIsStored() {
		this.jedis.set("bull:q:wait", "oops");
		assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> this.bench.add())
			.withMessageContaining("WRONGTYPE");
		assertThat(this.jedis.exists("bull:q:1", "bull:q:id")).isZero();
	}

}
