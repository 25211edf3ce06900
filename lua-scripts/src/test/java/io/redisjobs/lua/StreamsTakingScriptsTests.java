package io.redisjobs.lua;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.exceptions.JedisDataException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Every script that takes entries: state before, one call, state after. */
class StreamsTakingScriptsTests extends StreamsScriptsFixture {

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

}
