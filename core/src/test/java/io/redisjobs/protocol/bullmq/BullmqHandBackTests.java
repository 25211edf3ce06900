package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.redisjobs.Deduplication;
import io.redisjobs.JobOptions;
import io.redisjobs.UnfitJobException;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.RedisDump;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a job that is handed back for another worker leaves in Redis. */
class BullmqHandBackTests extends BullmqQueueFixture {

	private Settlement handBack(ReservedJob job, int most, Duration pause) {
		return this.queue
			.fail(new Failure(job, new UnfitJobException("Nobody knows it"), FailureAction.handBack(most, pause)));
	}

	@Test
	void aJobThatIsHandedBackIsDelayedAsIfNobodyHadHadIt() {
		publish(new JobOptions().name("new"));
		Instant before = Instant.now();
		Settlement settlement = handBack(reserve(), 20, Duration.ofSeconds(5));
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.HANDED_BACK);
		assertThat(settlement.at()).isBetween(before.plusMillis(4999), Instant.now().plusSeconds(5));
		assertThat(this.jedis.hgetAll("bull:q:1"))
			.containsOnlyKeys("name", "data", "opts", "timestamp", "delay", "priority", "processedOn", "pb", "ats",
					"failedReason")
			.containsEntry("ats", "0")
			.containsEntry("delay", "5000")
			.containsEntry("failedReason", "Nobody knows it");
		assertThat(RedisDump.of(this.jedis, "*")).containsOnlyKeys("bull:q:1", "bull:q:id", "bull:q:meta",
				"bull:q:delayed", "bull:q:marker", "bull:q:events");
		long due = (long) (this.jedis.zscore("bull:q:delayed", "1") / 4096);
		assertThat(settlement.at().toEpochMilli()).isBetween(due, due + 1000);
		assertThat(this.jedis.zscore("bull:q:marker", "1")).isEqualTo(due);
		List<StreamEntry> events = this.jedis.xrange("bull:q:events", (StreamEntryID) null, null);
		assertThat(events.get(events.size() - 1).getFields())
			.isEqualTo(Map.of("event", "delayed", "jobId", "1", "delay", "" + due));
	}

	@Test
	void thePausesDoubleUpToTwelveTimesTheFirst() {
		publish(new JobOptions());
		for (int factor : new int[] { 1, 2, 4, 8, 12, 12 }) {
			handBack(reserve(), 20, Duration.ofMinutes(1));
			assertThat(this.jedis.hget("bull:q:1", "delay")).isEqualTo("" + factor * 60_000);
			this.jedis.zadd("bull:q:delayed", 1, "1");
		}
	}

	@Test
	void aJobKeepsItsPriority() {
		publish(new JobOptions().priority(1).name("urgent"));
		ReservedJob urgent = reserve();
		publish(new JobOptions().priority(2).name("later"));
		handBack(urgent, 20, Duration.ofMillis(1));
		await().until(() -> this.jedis.zscore("bull:q:delayed", "1") / 4096 < System.currentTimeMillis() - 1);
		assertThat(reserve().name()).isEqualTo("urgent");
	}

	@Test
	void aParentWaitsForAChildThatIsHandedBack() {
		publish(new JobOptions());
		reserve();
		publish(new JobOptions().parent("1"));
		handBack(reserve(), 1, Duration.ofSeconds(5));
		assertThat(this.jedis.smembers("bull:q:1:dependencies")).containsExactly("bull:q:2");
		this.jedis.zadd("bull:q:delayed", 1, "2");
		this.queue.complete(List.of(new Completion(reserve(), bytes("1"))));
		assertThat(this.jedis.exists("bull:q:1:dependencies")).isFalse();
	}

	@Test
	void aJobThatNobodyTookFailsWithTheReasonAndHowOftenItWentBack() {
		publish(new JobOptions());
		for (int i = 0; i < 2; i++) {
			handBack(reserve(), 2, Duration.ofSeconds(5));
			this.jedis.zadd("bull:q:delayed", 1, "1");
		}
		assertThat(handBack(reserve(), 2, Duration.ofSeconds(5))).isEqualTo(Settlement.failed());
		assertThat(this.jedis.hgetAll("bull:q:1")).containsEntry("atm", "1")
			.containsEntry("ats", "1")
			.containsEntry("failedReason", "Nobody knows it (handed back for another worker 2 times before)")
			.hasEntrySatisfying("stacktrace", (traces) -> assertThat(traces).contains("UnfitJobException"));
	}

	@Test
	void aLimitOfStartsDoesNotCountWhatWasHandedBack() {
		this.queue = open(
				BullmqSettings.defaults().withStalls(new BullmqSettings.Stalls(Duration.ofSeconds(30), 1, 1)));
		publish(new JobOptions());
		handBack(reserve(), 20, Duration.ofSeconds(5));
		this.jedis.zadd("bull:q:delayed", 1, "1");
		assertThat(reserve().refusal()).isEmpty();
	}

	@Test
	void aJobThatIsHandedBackStandsForLaterOnesUntilItFails() {
		JobOptions once = new JobOptions().deduplication(Deduplication.untilFinished("daily"));
		publish(once);
		handBack(reserve(), 1, Duration.ofSeconds(5));
		assertThat(publish(once).id()).isEqualTo("1");
		this.jedis.zadd("bull:q:delayed", 1, "1");
		assertThat(handBack(reserve(), 1, Duration.ofSeconds(5))).isEqualTo(Settlement.failed());
		assertThat(publish(once).id()).isNotEqualTo("1");
	}

	@Test
	void anotherJobOfTheSameIdHasACountOfItsOwn() {
		publish(new JobOptions().id("daily"));
		handBack(reserve(), 1, Duration.ofSeconds(5));
		this.jedis.zadd("bull:q:delayed", 1, "daily");
		this.queue.complete(List.of(new Completion(reserve(), bytes("1"))));
		this.jedis.del("bull:q:daily", "bull:q:completed");
		await().until(() -> {
			this.jedis.del("bull:q:daily", "bull:q:wait");
			publish(new JobOptions().id("daily"));
			return this.jedis.keys("redis-jobs:*handBacks:*")
				.stream()
				.noneMatch((key) -> key.endsWith("@" + this.jedis.hget("bull:q:daily", "timestamp")));
		});
		assertThat(handBack(reserve(), 1, Duration.ofSeconds(5)).detail())
			.isEqualTo("handed back for another worker, 1 of 1 times");
	}

}
