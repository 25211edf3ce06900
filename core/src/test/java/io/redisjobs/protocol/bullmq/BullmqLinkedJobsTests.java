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

/** What the end of a job means for jobs that depend on it or were kept back for it. */
@ExtendWith(TestRedis.class)
class BullmqLinkedJobsTests {

	private static final String KEEP_LAST = "{\"attempts\":0,\"de\":{\"id\":\"d\",\"ttl\":60000,\"keepLastIfActive\":true}}";

	private Jedis jedis;

	private ScriptBench bench;

	@BeforeEach
	void connect(Jedis jedis) {
		this.jedis = jedis;
		this.bench = new ScriptBench(jedis);
	}

	@Test
	void aJobThatBecomesAChildWhileItRunsHandsItsResultToTheParent() {
		this.bench.add("c", 0, 0, "");
		this.bench.take(1);
		this.bench.add("p", 0, 0, "waitsForChildren");
		assertThat(this.bench.addChild("c", "p", "")).isEqualTo(List.of(List.of("duplicate", "c")));
		assertThat(this.bench.complete("c", "token", "")).isEqualTo("completed");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("p");
		assertThat(this.jedis.hgetAll("bull:q:p:processed")).isEqualTo(Map.of("bull:q:c", "{\"r\":1}"));
	}

	@Test
	void aJobThatBecomesAChildWhileItRunsFailsItsParentIfThatIsItsPolicy() {
		this.bench.add("c", 0, 0, "");
		this.bench.take(1);
		this.bench.add("p", 0, 0, "waitsForChildren");
		this.bench.addChild("c", "p", ",\"fpof\":true");
		assertThat(this.bench.fail("c", "")).isEqualTo("failed");
		assertThat(this.jedis.hget("bull:q:p", "defa")).isEqualTo("child bull:q:c failed");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("p");
	}

	@Test
	void aParentIsReleasedByItsKeyWhereWhatElseIsStoredOfItCannotBeRead() {
		this.bench.add("p", 0, 0, "waitsForChildren");
		this.bench.addChild("c", "p", "");
		this.jedis.hset("bull:q:c", "parent", "{broken");
		this.bench.take(1);
		assertThat(this.bench.complete("c", "token", "0")).isEqualTo("completed");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("p");
	}

	@Test
	void whatAFailureDoesToAParentIsKnownThoughItsIdIsANumber() {
		this.bench.add("7", 0, 0, "waitsForChildren");
		this.bench.addChild("c", "7", "");
		this.jedis.hset("bull:q:c", "parent", "{\"id\":7,\"queueKey\":\"bull:q\",\"rdof\":true}");
		this.bench.take(1);
		assertThat(this.bench.fail("c", "")).isEqualTo("failed");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("7");
	}

	@Test
	void aParentMayEndInTheCallThatEndsItsChild() {
		for (String id : List.of("root", "child", "grandchild")) {
			this.bench.add(id, 0, 0, "");
		}
		this.bench.take(3);
		this.bench.addChild("child", "root", "");
		this.bench.addChild("grandchild", "child", "");
		assertThat(this.bench.completeAll("token", "", "grandchild", "child", "root")).isEmpty();
		assertThat(this.jedis.zrange("bull:q:completed", 0, -1)).containsExactlyInAnyOrder("root", "child",
				"grandchild");
		assertThat(this.jedis.exists("bull:q:active", "bull:q:root:lock", "bull:q:child:lock")).isZero();
		assertThat(this.bench.events(9).stream().filter((event) -> event.startsWith("completed")))
			.extracting((event) -> event.split("[ =]")[2])
			.containsExactly("grandchild", "child", "root");
	}

	@Test
	void aParentWithAChildThatStillRunsIsNotCompletedBesideOthers() {
		for (String id : List.of("p", "c1", "c2", "other")) {
			this.bench.add(id, 0, 0, "");
		}
		this.bench.take(4);
		this.bench.addChild("c1", "p", "");
		this.bench.addChild("c2", "p", "");
		assertThat(this.bench.completeAll("token", "0", "c1", "p", "other"))
			.isEqualTo(List.of("completed", "pendingChildren", "completed"));
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactlyInAnyOrder("p", "c2");
		assertThat(this.jedis.get("bull:q:p:lock")).isEqualTo("token");
		assertThat(this.bench.completeAll("token", "0", "c2", "p")).isEmpty();
		assertThat(this.jedis.keys("bull:q:p*")).isEmpty();
	}

	@Test
	void theLatestJobThatWasKeptBackIsAddedWhenItsOwnerIsCompleted() {
		runningOwner();
		keepBack("name", "last", "data", "[1.50]", "opts", KEEP_LAST, "jid", "7");
		assertThat(this.bench.complete("1", "token", "")).isEqualTo("completed");
		assertThat(this.jedis.get("bull:q:de:d")).isEqualTo("7");
		assertThat(this.jedis.pttl("bull:q:de:d")).isEqualTo(-1);
		assertThat(this.jedis.exists("bull:q:dn:d")).isFalse();
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("7");
		assertThat(this.jedis.get("bull:q:id")).isEqualTo("2");
		assertThat(this.jedis.hgetAll("bull:q:7")).isEqualTo(Map.of("name", "last", "data", "[1.50]", "opts", KEEP_LAST,
				"timestamp", "" + (NOW + 2), "delay", "0", "priority", "0", "deid", "d"));
		assertThat(this.bench.events(3)).containsExactly("added jobId=7 name=last", "waiting jobId=7",
				"completed jobId=1 prev=active returnvalue={\"r\":1}");
	}

	@Test
	void theLatestJobThatWasKeptBackIsAddedWhenItsOwnerHasFailed() {
		runningOwner();
		keepBack("name", "last", "data", "{}", "opts", "{\"priority\":3,\"de\":{\"id\":\"d\",\"ttl\":60000}}");
		assertThat(this.bench.fail("1", "0")).isEqualTo("failed");
		assertThat(this.jedis.get("bull:q:de:d")).isEqualTo("2");
		assertThat(this.jedis.pttl("bull:q:de:d")).isPositive();
		assertThat(this.jedis.zscore("bull:q:prioritized", "2")).isEqualTo(3 * 4294967296.0 + 1);
		assertThat(this.bench.events(3)).startsWith("added jobId=2 name=last", "waiting jobId=2",
				"failed failedReason=boom jobId=1 prev=active");
	}

	@Test
	void aJobThatWasKeptBackMayBeDelayedAndHaveAParent() {
		runningOwner();
		this.bench.add("p", 0, 0, "waitsForChildren");
		String parent = "{\"id\":\"p\",\"queueKey\":\"bull:q\"}";
		keepBack("name", "last", "data", "{}", "opts", "{\"delay\":1000}", "jid", "own", "pk", "bull:q:p", "pd", parent,
				"pdk", "bull:q:p:dependencies", "rjk", "daily");
		this.bench.complete("1", "token", "0");
		assertThat(this.jedis.zscore("bull:q:delayed", "own")).isEqualTo((NOW + 1002) * 4096.0);
		assertThat(this.jedis.hgetAll("bull:q:own")).containsEntry("parentKey", "bull:q:p")
			.containsEntry("parent", parent)
			.containsEntry("rjk", "daily")
			.containsEntry("delay", "1000");
		assertThat(this.jedis.smembers("bull:q:p:dependencies")).containsExactly("bull:q:own");
	}

	@Test
	void aJobThatWasKeptBackIsNotLostForItsOddOptionsOrATakenId() {
		runningOwner();
		this.bench.add("taken", 0, 0, "");
		keepBack("name", "last", "data", "{}", "opts", "{odd", "jid", "taken");
		assertThat(this.bench.complete("1", "token", "0")).isEqualTo("completed");
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).containsExactly("3", "taken");
		assertThat(this.jedis.hget("bull:q:3", "opts")).isEqualTo("{odd");
		assertThat(this.jedis.hget("bull:q:taken", "name")).isEqualTo("n");
	}

	@Test
	void aRetryOfTheOwnerLeavesTheKeptJobWhereItIs() {
		runningOwner();
		keepBack("name", "last", "data", "{}", "opts", KEEP_LAST);
		this.bench.run("retryJob", NOW, "1", "token", 0, "boom", "[]");
		assertThat(this.jedis.exists("bull:q:dn:d")).isTrue();
		assertThat(this.jedis.get("bull:q:de:d")).isEqualTo("1");
	}

	@Test
	void keysOfTheWrongTypeAreFoundBeforeAJobEndsThatOthersAreKeptBackFor() {
		runningOwner();
		keepBack("name", "last", "data", "{}", "opts", KEEP_LAST);
		this.jedis.set("bull:q:delayed", "oops");
		assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> this.bench.complete("1", "token", ""))
			.withMessageContaining("WRONGTYPE");
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactly("1");
		assertThat(this.jedis.get("bull:q:1:lock")).isEqualTo("token");
		assertThat(this.jedis.exists("bull:q:dn:d")).isTrue();
	}

	@Test
	void aReplacedDelayedJobTakesWhatWasKeptBackForItAlong() {
		String replace = "{\"delay\":1000,\"deduplication\":{\"id\":\"d\",\"replace\":true}}";
		this.bench.run("addJob", NOW, "", "n", "{}", "{}", replace);
		keepBack("name", "stale", "data", "{}", "opts", KEEP_LAST);
		this.bench.run("addJob", NOW, "", "n", "{}", "{}", replace);
		assertThat(this.jedis.exists("bull:q:dn:d")).isFalse();
		assertThat(this.jedis.get("bull:q:de:d")).isEqualTo("2");
	}

	private void runningOwner() {
		this.bench.run("addJob", NOW, "", "n", "{}", "{}", "{\"deduplication\":{\"id\":\"d\"}}");
		this.bench.take(1);
	}

	private void keepBack(String... fields) {
		for (int i = 0; i < fields.length; i += 2) {
			this.jedis.hset("bull:q:dn:d", fields[i], fields[i + 1]);
		}
	}

}
