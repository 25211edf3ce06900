package io.redisjobs.lua;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.XPendingParams;
import redis.clients.jedis.resps.StreamPendingEntry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Every script of the streams alone: state before, one call, state after. */
@ExtendWith(TestRedis.class)
class StreamsScriptsTests {

	private static final List<String> KEYS = List.of("jobs:a", "jobs:a:retries:g", "jobs:a:paused");

	private static final List<String> RECOVERED = List.of("jobs:a", "jobs:a:retries:g", "own:attended");

	private Jedis redis;

	private int calls;

	@BeforeEach
	void addEntries(Jedis redis) {
		this.redis = redis;
		for (int i = 1; i <= 3; i++) {
			redis.xadd("jobs:a", new StreamEntryID(i, 0), Map.of("payload", "p" + i));
		}
	}

	@Test
	void publishAppendsInOrder() {
		List<?> ids = run("publish", List.of("jobs:b"), "one", "two");
		assertThat(this.redis.xrange("jobs:b", (StreamEntryID) null, null))
			.extracting((entry) -> entry.getID() + " " + entry.getFields())
			.containsExactly(ids.get(0) + " {payload=one}", ids.get(1) + " {payload=two}");
	}

	@Test
	void exchangeCreatesTheGroupAndTakesFromItsStart() {
		assertThat(take("me", 2)).containsExactly("1-0", 1L, "p1", "2-0", 1L, "p2");
		assertThat(take("other", 5)).containsExactly("3-0", 1L, "p3");
		assertThat(pending()).containsExactly("1-0 me 1", "2-0 me 1", "3-0 other 1");
	}

	@Test
	void exchangeWritesResultsAndAcknowledgesOnlyWhatIsTheConsumers() {
		take("me", 2);
		take("other", 1);
		List<String> keys = new ArrayList<>(KEYS);
		keys.add("jobs:done");
		List<?> reply = run("exchange", keys, "g", "me", "0", "all", "0", "1000", "1-0", "9-0", "5", "1-0", "1", "1",
				"r1", "", "2-0", "2", "1", "r2", "", "3-0", "1", "1", "r3", "", "9-0", "1", "1", "r9", "");
		assertThat(reply).isEqualTo(List.of("none", -1L, List.of(1L, "lost", 2L, "lost", 3L, "gone"), List.of()));
		assertThat(this.redis.xrange("jobs:done", (StreamEntryID) null, null)).singleElement()
			.satisfies((entry) -> assertThat(entry.getFields()).containsEntry("payload", "r1"));
		assertThat(pending()).containsExactly("2-0 me 1", "3-0 other 1");
	}

	@Test
	void exchangeAcknowledgesWithoutWriting() {
		take("me", 2);
		assertThat(run("exchange", KEYS, "g", "me", "5", "all", "0", "1", "1-0", "2-0", "2", "1-0", "1", "2-0", "7"))
			.isEqualTo(List.of("taken", -1L, List.of(1L, "lost"), List.of("3-0", 1L, "p3")));
		assertThat(pending()).containsExactly("2-0 me 1", "3-0 me 1");
	}

	@Test
	void exchangeMarksAJobIdAsDoneForATime() {
		take("me", 1);
		run("exchange", KEYS, "g", "me", "0", "all", "0", "60000", "1-0", "1-0", "5", "1-0", "1", "0", "",
				"jobs:a:once:g:7");
		assertThat(this.redis.get("jobs:a:once:g:7")).isEqualTo("done");
		assertThat(this.redis.pttl("jobs:a:once:g:7")).isBetween(1L, 60000L);
	}

	@Test
	void exchangeWritesNothingWhenATargetIsNoStream() {
		take("me", 1);
		this.redis.set("jobs:done", "text");
		List<String> keys = new ArrayList<>(KEYS);
		keys.add("jobs:done");
		assertThatExceptionOfType(JedisDataException.class)
			.isThrownBy(() -> run("exchange", keys, "g", "me", "0", "all", "0", "1", "1-0", "1-0", "5", "1-0", "1", "1",
					"r1", ""))
			.withMessageContaining("jobs:done");
		assertThat(pending()).containsExactly("1-0 me 1");
	}

	@Test
	void exchangeTakesNothingWhilePaused() {
		assertThat(run("setPaused", List.of("jobs:a:paused"), "pause")).isEqualTo(List.of("done"));
		assertThat(run("exchange", KEYS, "g", "me", "5", "all", "0", "1", "", "", "2").get(0)).isEqualTo("paused");
		run("setPaused", List.of("jobs:a:paused"), "resume");
		assertThat(take("me", 5)).hasSize(9);
	}

	@Test
	void exchangeTakesWhatIsDueAgainFirst() {
		take("me", 2);
		run("release", KEYS.subList(0, 2), "g", "me", "returned", "0", "counts", "2-0", "1", "", "");
		assertThat(take("me", 5)).containsExactly("2-0", 2L, "p2", "3-0", 1L, "p3");
		assertThat(this.redis.exists("jobs:a:retries:g")).isFalse();
	}

	@Test
	void exchangeTakesOnlyWhatIsDueAgainIfAsked() {
		take("me", 2);
		run("release", KEYS.subList(0, 2), "g", "me", "returned", "0", "counts", "2-0", "1", "", "");
		assertThat(run("exchange", KEYS, "g", "me", "5", "due", "0", "1", "", "", "2").get(3))
			.isEqualTo(List.of("2-0", 2L, "p2"));
	}

	@Test
	void exchangeTellsWhenTheNextEntryIsDue() {
		take("me", 3);
		run("release", KEYS.subList(0, 2), "g", "me", "returned", "600000", "counts", "2-0", "1", "", "");
		List<?> reply = run("exchange", KEYS, "g", "me", "5", "all", "0", "1", "", "", "2");
		assertThat((Long) reply.get(1)).isBetween(1L, 600000L);
	}

	@Test
	void takeOwnDeliversWhatTheConsumerHeldPieceByPiece() {
		take("me", 3);
		List<String> keys = List.of("jobs:a", "jobs:a:paused");
		assertThat(run("takeOwn", keys, "g", "me", "-", "2"))
			.isEqualTo(List.of("more", "2-0", List.of("1-0", 2L, "p1", "2-0", 2L, "p2")));
		assertThat(run("takeOwn", keys, "g", "me", "2-0", "2"))
			.isEqualTo(List.of("end", "3-0", List.of("3-0", 2L, "p3")));
		assertThat(run("takeOwn", keys, "g", "nobody", "-", "2")).isEqualTo(List.of("end", "-", List.of()));
	}

	@Test
	void listOwnNamesFirstDeliveriesWithinTheirLeasePieceByPiece() {
		take("me", 3);
		List<String> keys = List.of("jobs:a", "jobs:a:paused");
		run("takeOwn", keys, "g", "me", "-", "1");
		assertThat(run("listOwn", keys, "g", "me", "600000", "-", "2"))
			.isEqualTo(List.of("more", "2-0", List.of("2-0")));
		assertThat(run("listOwn", keys, "g", "me", "600000", "2-0", "2"))
			.isEqualTo(List.of("end", "3-0", List.of("3-0")));
		assertThat(run("listOwn", keys, "g", "me", "0", "-", "9")).isEqualTo(List.of("end", "3-0", List.of()));
		assertThat(run("listOwn", keys, "g", "other", "600000", "-", "9")).isEqualTo(List.of("end", "-", List.of()));
		assertThat(run("listOwn", keys, "none", "me", "600000", "-", "9")).isEqualTo(List.of("end", "-", List.of()));
		this.redis.set("jobs:a:paused", "1");
		assertThat(run("listOwn", keys, "g", "me", "600000", "-", "9")).isEqualTo(List.of("paused", "-", List.of()));
	}

	@Test
	void takeLostTellsOfFirstDeliveriesWithoutCountingAnother() {
		take("me", 2);
		take("other", 1);
		assertThat(run("takeLost", List.of("jobs:a"), "g", "me", "1-0", "2-0", "3-0", "9-0"))
			.isEqualTo(List.of("1-0", 1L, "p1", "2-0", 1L, "p2"));
		assertThat(pending()).containsExactly("1-0 me 1", "2-0 me 1", "3-0 other 1");
		run("takeOwn", List.of("jobs:a", "jobs:a:paused"), "g", "me", "-", "1");
		assertThat(run("takeLost", List.of("jobs:a"), "g", "me", "1-0")).isEmpty();
		assertThat(run("takeLost", List.of("jobs:a"), "none", "me", "1-0")).isEmpty();
	}

	@Test
	void takeLostStopsAfterAMebibyte() {
		this.redis.xtrim("jobs:a", 0, false);
		for (int i = 4; i <= 6; i++) {
			this.redis.xadd("jobs:a", new StreamEntryID(i, 0), Map.of("payload", "x".repeat(600_000)));
		}
		take("me", 1);
		take("me", 1);
		take("me", 1);
		assertThat(run("takeLost", List.of("jobs:a"), "g", "me", "4-0", "5-0", "6-0")).hasSize(6);
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
		assertThat(run("inspect", keys, "g", "100")).isEqualTo(List.of(0L, 3L, 0L, 0L, 0L, 0L));
		take("me", 2);
		run("release", KEYS.subList(0, 2), "g", "me", "returned", "600000", "counts", "1-0", "1", "", "");
		assertThat(run("inspect", keys, "g", "100")).isEqualTo(List.of(0L, 1L, 2L, 1L, 0L, 0L));
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

	private List<Object> take(String consumer, int max) {
		List<?> reply = run("exchange", KEYS, "g", consumer, Integer.toString(max), "all", "0", "1", "", "", "2");
		return new ArrayList<>((List<?>) reply.get(3));
	}

	private List<?> run(String script, List<String> keys, String... args) {
		List<String> allKeys = new ArrayList<>(keys);
		List<String> allArgs = new ArrayList<>(List.of(args));
		if (LuaScript.source("streams", script).contains("--@include once")) {
			allKeys.add("redis-jobs:call");
			allArgs.add(Integer.toString(++this.calls));
		}
		return (List<?>) this.redis.eval(LuaScript.read("streams", script).text(), allKeys, allArgs);
	}

	private List<String> pending() {
		return this.redis.xpending("jobs:a", "g", XPendingParams.xPendingParams("-", "+", 10))
			.stream()
			.map(StreamsScriptsTests::text)
			.toList();
	}

	private static String text(StreamPendingEntry entry) {
		return entry.getID() + " " + entry.getConsumerName() + " " + entry.getDeliveredTimes();
	}

}
