package io.redisjobs.lua;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;

import static org.assertj.core.api.Assertions.assertThat;

/** Every other script of the streams: state before, one call, state after. */
class StreamsScriptsTests extends StreamsScriptsFixture {

	private static final List<String> RECOVERED = List.of("jobs:a", "jobs:a:retries:g", "own:attended");

	@Test
	void publishAppendsInOrder() {
		List<?> ids = run("publish", List.of("jobs:b"), "one", "two");
		assertThat(this.redis.xrange("jobs:b", (StreamEntryID) null, null))
			.extracting((entry) -> entry.getID() + " " + entry.getFields())
			.containsExactly(ids.get(0) + " {payload=one}", ids.get(1) + " {payload=two}");
	}

	@Test
	void extendKeepsTheCountAndLeavesOthersAlone() {
		take("me", 1);
		take("other", 1);
		assertThat(run("extend", List.of("jobs:a"), "g", "me", "1-0", "9-0", "1-0", "1", "2-0", "1", "9-0", "1"))
			.isEqualTo(List.of("extended", "lost", "gone"));
		assertThat(pending()).containsExactly("1-0 me 1", "2-0 other 1");
	}

	@Test
	void releaseMovesEntriesToTheHolder() {
		take("me", 2);
		this.redis.set("jobs:a:once:g:7", "1-0 running me/1");
		assertThat(run("release", KEYS.subList(0, 2), "g", "me", "returned", "0", "free", "1-0", "1", "jobs:a:once:g:7",
				"me/1", "2-0", "5", "", "", "9-0", "1", "", ""))
			.isEqualTo(List.of("released", "lost", "gone"));
		assertThat(pending()).containsExactly("1-0 returned 0", "2-0 me 1");
		assertThat(this.redis.zrange("jobs:a:retries:g", 0, -1)).containsExactly("1-0");
		assertThat(this.redis.get("jobs:a:once:g:7")).isEqualTo("1-0 waiting");
	}

	@Test
	void failWritesTheFailureAndAcknowledges() {
		take("me", 1);
		List<String> keys = List.of("jobs:a", "jobs:failed");
		this.redis.set("jobs:a:once:g:7", "1-0 running me/1");
		assertThat(run("fail", keys, "g", "other", "1-0", "1", "why", "", "")).isEqualTo(List.of("lost"));
		assertThat(this.redis.exists("jobs:failed")).isFalse();
		assertThat(run("fail", keys, "g", "me", "1-0", "1", "why", "jobs:a:once:g:7", "me/1"))
			.isEqualTo(List.of("failed"));
		assertThat(run("fail", keys, "g", "me", "1-0", "1", "why", "", "")).isEqualTo(List.of("gone"));
		assertThat(this.redis.xlen("jobs:failed")).isEqualTo(1);
		assertThat(this.redis.exists("jobs:a:once:g:7")).isFalse();
		assertThat(pending()).isEmpty();
	}

	@Test
	void failKeepsTheMarkerOfAnEarlierRun() {
		take("me", 1);
		this.redis.set("jobs:a:once:g:7", "1-0 running other/1");
		assertThat(
				run("fail", List.of("jobs:a", "jobs:failed"), "g", "me", "1-0", "1", "why", "jobs:a:once:g:7", "me/1"))
			.isEqualTo(List.of("failed"));
		assertThat(this.redis.get("jobs:a:once:g:7")).isEqualTo("interrupted");
	}

	@Test
	void createGroupReadsFromTheBeginningAndIsRepeatable() {
		assertThat(run("createGroup", List.of("jobs:a"), "g")).isEqualTo(List.of("created"));
		assertThat(run("createGroup", List.of("jobs:a"), "g")).isEqualTo(List.of("known"));
		assertThat(run("createGroup", List.of("jobs:new"), "g")).isEqualTo(List.of("created"));
		assertThat(take("me", 1)).containsExactly("1-0", 1L, "p1");
	}

	@Test
	void redeliverCopiesWhatWasAbandonedAndListsWhatIsSpent() {
		take("me", 3);
		this.redis.set("own:count:2-0", "2");
		this.redis.xdel("jobs:a", new StreamEntryID(3, 0));
		assertThat(redeliver("3600000", "-", "10")).isEqualTo(List.of("-", 0L, List.of()));
		List<?> reply = redeliver("0", "-", "10");
		assertThat(reply.get(0)).isEqualTo("-");
		assertThat(reply.get(1)).isEqualTo(1L);
		List<?> spent = (List<?>) reply.get(2);
		assertThat(spent.subList(0, 6)).isEqualTo(List.of("2-0", "me", 1L, 3L, "p2", "spent"));
		assertThat(spent.subList(6, 10)).isEqualTo(List.of("3-0", "me", 1L, 1L));
		assertThat(spent.get(11)).isEqualTo("deleted");
		assertThat(pending()).containsExactly("2-0 me 1", "3-0 me 1");
		List<?> again = take("other", 5);
		assertThat(again.get(2)).isEqualTo("p1");
		assertThat(this.redis.get("own:count:" + again.get(0))).isEqualTo("1");
		assertThat(this.redis.pttl("own:count:" + again.get(0))).isPositive();
	}

	@Test
	void redeliverGoesOnWhereItStoppedAndLeavesAttendedGroupsAlone() {
		take("me", 3);
		this.redis.set("own:attended", "1");
		assertThat(redeliver("0", "-", "10")).isEqualTo(List.of("-", 0L, List.of()));
		this.redis.del("own:attended");
		assertThat(redeliver("0", "-", "2")).isEqualTo(List.of("2-0", 2L, List.of()));
		assertThat(redeliver("0", "2-0", "2")).isEqualTo(List.of("-", 1L, List.of()));
		assertThat(pending()).isEmpty();
	}

	@Test
	void redeliverLeavesWhatWaitsForOurWorkersUntilItIsLongDue() {
		take("me", 1);
		this.redis.zadd("jobs:a:retries:g", System.currentTimeMillis() + 3_600_000, "1-0");
		assertThat(redeliver("0", "-", "10")).isEqualTo(List.of("-", 0L, List.of()));
		this.redis.zadd("jobs:a:retries:g", 1, "1-0");
		assertThat(redeliver("0", "-", "10")).isEqualTo(List.of("-", 1L, List.of()));
		assertThat(this.redis.exists("jobs:a:retries:g")).isFalse();
	}

	@Test
	void redeliverCopiesNoFurtherEntryAfterALargeOneWhateverItsFields() {
		this.redis.xadd("jobs:a", new StreamEntryID(4, 0), Map.of("payload", "p4", "other", "x".repeat(1 << 20)));
		this.redis.xadd("jobs:a", new StreamEntryID(5, 0), Map.of("payload", "p5"));
		take("me", 5);
		assertThat(redeliver("0", "-", "10")).isEqualTo(List.of("4-0", 4L, List.of()));
		assertThat(redeliver("0", "4-0", "10")).isEqualTo(List.of("-", 1L, List.of()));
	}

	private List<?> redeliver(String abandonedAfter, String cursor, String limit) {
		return run("redeliver", RECOVERED, "g", abandonedAfter, cursor, limit, "3", "own:count:", "60000");
	}

	@Test
	void countPassCountsForATime() {
		assertThat(run("countPass", List.of("own:passes:1"), "60000")).isEqualTo(List.of(1L));
		assertThat(run("countPass", List.of("own:passes:1"), "60000")).isEqualTo(List.of(2L));
		assertThat(this.redis.pttl("own:passes:1")).isPositive();
	}

	@Test
	void beginOnceLetsTheFirstEntryOfAJobIdRun() {
		take("me", 3);
		String marker = "jobs:a:once:g:7";
		assertThat(beginOnce("1-0", "me/1", marker, "2-0", "me/2", marker)).isEqualTo(List.of("run", "repeated"));
		assertThat(pending()).containsExactly("1-0 me 1", "3-0 me 1");
		assertThat(beginOnce("1-0", "me/3", marker)).isEqualTo(List.of("interrupted"));
		this.redis.set(marker, "1-0 running");
		assertThat(beginOnce("1-0", "me/3", marker)).isEqualTo(List.of("interrupted"));
		this.redis.set(marker, "1-0 waiting");
		assertThat(beginOnce("1-0", "me/4", marker)).isEqualTo(List.of("run"));
		this.redis.set(marker, "done");
		assertThat(beginOnce("3-0", "me/5", marker)).isEqualTo(List.of("repeated"));
	}

	@Test
	void beginOnceGivesARunThatAsksAgainTheSameAnswer() {
		take("me", 3);
		String marker = "jobs:a:once:g:7";
		for (int i = 0; i < 2; i++) {
			assertThat(beginOnce("1-0", "me/1", marker, "2-0", "me/2", marker)).isEqualTo(List.of("run", "repeated"));
			assertThat(pending()).containsExactly("1-0 me 1", "3-0 me 1");
		}
	}

	private List<?> beginOnce(String... runs) {
		return run("beginOnce", List.of("jobs:a"),
				Stream.concat(Stream.of("g", "60000"), Stream.of(runs)).toArray(String[]::new));
	}

	@Test
	void recoverListsEntriesOfSilentWorkersPieceByPiece() {
		take("me", 3);
		assertThat(run("recover", RECOVERED, "g", "returned", "3600000", "0-0", "10", "0"))
			.isEqualTo(List.of("0-0", 0L, 0L));
		assertThat(run("recover", RECOVERED, "g", "returned", "0", "0-0", "2", "0")).isEqualTo(List.of("3-0", 2L, 0L));
		assertThat(pending()).containsExactly("1-0 returned 1", "2-0 returned 1", "3-0 me 1");
		this.redis.xdel("jobs:a", new StreamEntryID(3, 0));
		assertThat(run("recover", RECOVERED, "g", "returned", "0", "3-0", "2", "60000"))
			.isEqualTo(List.of("0-0", 0L, 1L));
		assertThat(this.redis.zcard("jobs:a:retries:g")).isEqualTo(2);
		assertThat(this.redis.pttl("own:attended")).isPositive();
	}

	@Test
	void trimKeepsWhatAGroupNeeds() {
		take("me", 3);
		this.redis.xack("jobs:a", "g", new StreamEntryID(1, 0), new StreamEntryID(3, 0));
		assertThat(run("trim", List.of("jobs:a"), "1000", "10000", "g")).isEqualTo(List.of(1L));
		this.redis.xack("jobs:a", "g", new StreamEntryID(2, 0));
		assertThat(run("trim", List.of("jobs:a"), "1000", "10000", "missing")).isEqualTo(List.of(0L));
		assertThat(run("trim", List.of("jobs:a"), "1000", "10000", "g")).isEqualTo(List.of(2L));
		assertThat(run("trim", List.of("jobs:none"), "1000", "10000", "")).isEqualTo(List.of(0L));
	}

	@Test
	void removeConsumersSparesThoseThatHoldSomething() {
		take("me", 3);
		this.redis.xgroupCreateConsumer("jobs:a", "g", "idle");
		assertThat(run("removeConsumers", List.of("jobs:a"), "g", "3600000", "", "10")).isEqualTo(List.of(0L));
		assertThat(run("removeConsumers", List.of("jobs:a"), "g", "0", "me", "10")).isEqualTo(List.of(0L));
		assertThat(run("removeConsumers", List.of("jobs:a"), "g", "0", "", "10")).isEqualTo(List.of(1L));
		assertThat(this.redis.xinfoConsumers2("jobs:a", "g")).singleElement()
			.satisfies((consumer) -> assertThat(consumer.getName()).isEqualTo("me"));
	}

	@Test
	void inspectCountsWhatIsUnreadRunningAndWaiting() {
		List<String> keys = new ArrayList<>(KEYS);
		keys.add("jobs:a:dead");
		assertThat(run("inspect", keys, "g", "100")).isEqualTo(List.of(0L, 3L, 0L, 0L, 0L, 0L, "1-0", ""));
		take("me", 2);
		run("release", KEYS.subList(0, 2), "g", "me", "returned", "600000", "counts", "1-0", "1", "", "");
		assertThat(run("inspect", keys, "g", "100")).isEqualTo(List.of(0L, 1L, 2L, 1L, 0L, 0L, "3-0", ""));
	}

	@Test
	void measureReadsGroupsAndMemory() {
		take("me", 1);
		List<?> reply = run("measure", List.of("jobs:a"));
		assertThat(reply.get(0)).isEqualTo(3L);
		assertThat((String) reply.get(1)).contains("used_memory:");
		assertThat(reply.get(2)).isEqualTo(List.of("g", 1L, 1L, 2L));
	}

	@Test
	void describeServerReadsWhatTheContractAsksFor() {
		List<?> reply = run("describeServer", List.of("jobs:a"));
		assertThat((String) reply.get(0)).contains("redis_version:");
		assertThat((String) reply.get(1)).contains("aof_enabled:");
		assertThat((String) reply.get(2)).contains("maxmemory_policy:");
	}

}
