package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.redisjobs.JobOptions;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Whoever takes an iteration of a scheduler adds the next one. */
class BullmqScheduleTests extends BullmqQueueFixture {

	@Test
	void theWorkerOfAnIterationAddsTheNextOne() {
		long slot = System.currentTimeMillis() / 1000 * 1000;
		iteration(slot, "{\"repeat\":{\"every\":3600000,\"count\":1},\"mine\":true}", Map.of("every", "3600000"));
		reserve();
		long next = slot + 3600000;
		await().untilAsserted(
				() -> assertThat(this.jedis.hget("bull:q:repeat:s:" + slot, "nrjid")).isEqualTo("repeat:s:" + next));
		assertThat(this.jedis.hget("bull:q:repeat:s:" + next, "opts")).contains("\"mine\":true", "\"count\":2",
				"\"jobId\":\"repeat:s:" + next + "\"", "\"repeatJobKey\":\"s\"");
		assertThat(this.jedis.zscore("bull:q:delayed", "repeat:s:" + next)).isEqualTo(next * 4096.0);
	}

	@Test
	void aJobDoesNotEndBeforeTheNextIterationIsAdded() {
		long slot = System.currentTimeMillis() / 1000 * 1000;
		for (int i = 0; i < 20; i++) {
			long current = slot + i * 3600000L;
			iteration(current, "{\"repeat\":{\"every\":3600000,\"count\":1}}", Map.of("every", "3600000"));
			this.queue.complete(List.of(new Completion(reserve(), bytes("null"))));
			assertThat(this.jedis.zscore("bull:q:repeat", "s")).isEqualTo(current + 3600000L);
		}
	}

	@Test
	void aSchedulerEndsWithItsLimit() {
		long slot = System.currentTimeMillis();
		iteration(slot, "{\"repeat\":{\"every\":1000,\"count\":3,\"limit\":3}}", Map.of("every", "1000"));
		this.queue.complete(List.of(new Completion(reserve(), bytes("null"))));
		assertThat(this.jedis.exists("bull:q:delayed")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "whenever", "W#" })
	void anIterationWhoseRuleCannotBeReadIsLeftToAnotherWorker(String pattern) {
		long slot = System.currentTimeMillis();
		iteration(slot, "{\"repeat\":{\"pattern\":\"" + pattern + "\",\"count\":3}}", Map.of("pattern", pattern));
		publish(new JobOptions());
		assertThat(this.queue.reserve(2, Duration.ZERO).jobs()).extracting(ReservedJob::id).containsExactly("1");
		String id = "repeat:s:" + slot;
		await().untilAsserted(() -> assertThat(this.jedis.zscore("bull:q:delayed", id)).isNotNull());
		assertThat(this.jedis.hexists("bull:q:" + id, "atm")).isFalse();
		assertThat(this.jedis.lrange("bull:q:active", 0, -1)).containsExactly("1");
		assertThat(this.jedis.exists("bull:q:" + id + ":lock")).isFalse();
		assertThat(this.jedis.zscore("bull:q:repeat", "s")).isEqualTo(slot);
	}

	@Test
	void aJobEndsThoughAnErrorKeptTheNextIterationFromBeingAddedBefore() {
		long slot = System.currentTimeMillis() / 1000 * 1000;
		iteration(slot, "{\"repeat\":{\"every\":3600000,\"count\":1}}", Map.of("every", "3600000"));
		BullmqReservedJob job = (BullmqReservedJob) reserve();
		job.run().successor(CompletableFuture.failedFuture(new OutOfMemoryError("unable to create native thread")));
		assertThat(this.queue.complete(List.of(new Completion(job, bytes("null")))))
			.containsExactly(Settlement.completed());
		assertThat(this.jedis.zscore("bull:q:repeat", "s")).isEqualTo(slot + 3600000.0);
	}

	@Test
	void aRuleMaySayThatItsPatternIsInUtc() {
		long slot = System.currentTimeMillis();
		iteration(slot, "{\"repeat\":{\"pattern\":\"0 0 * * *\",\"utc\":true,\"tz\":\"Asia/Kolkata\",\"count\":1}}",
				Map.of("pattern", "0 0 * * *"));
		this.queue.complete(List.of(new Completion(reserve(), bytes("null"))));
		assertThat(this.jedis.zscore("bull:q:repeat", "s") % 86_400_000).isZero();
	}

	@Test
	void anIntervalWithDecimalsGoesOn() {
		long slot = System.currentTimeMillis() / 1000 * 1000;
		iteration(slot, "{\"repeat\":{\"every\":3600000.5,\"count\":1}}", Map.of("every", "3600000.5"));
		this.queue.complete(List.of(new Completion(reserve(), bytes("null"))));
		assertThat(this.jedis.zscore("bull:q:repeat", "s")).isEqualTo(slot + 3600000.0);
	}

	@Test
	void aPatternHasNoIterationAfterItsEnd() {
		long slot = System.currentTimeMillis();
		iteration(slot, "{\"repeat\":{\"pattern\":\"0 0 1 1 *\",\"tz\":\"utc\",\"count\":1,\"endDate\":"
				+ (slot + 60000) + "}}", Map.of("pattern", "0 0 1 1 *"));
		this.queue.complete(List.of(new Completion(reserve(), bytes("null"))));
		assertThat(this.jedis.exists("bull:q:delayed")).isFalse();
		assertThat(this.jedis.zscore("bull:q:repeat", "s")).isEqualTo(slot);
	}

	@Test
	void anIterationThatCouldNotBeAddedIsAddedLater() {
		long slot = System.currentTimeMillis() / 1000 * 1000;
		iteration(slot, "{\"repeat\":{\"every\":3600000,\"count\":1},\"removeOnComplete\":true}",
				Map.of("every", "3600000"));
		this.jedis.rename("bull:q:repeat", "aside");
		this.jedis.set("bull:q:repeat", "of the wrong type");
		ReservedJob job = reserve();
		this.queue.complete(List.of(new Completion(job, bytes("null"))));
		this.jedis.rename("aside", "bull:q:repeat");
		long next = slot + 3600000;
		await().untilAsserted(() -> {
			this.queue.reserve(1, Duration.ZERO);
			assertThat(this.jedis.zscore("bull:q:delayed", "repeat:s:" + next)).isEqualTo(next * 4096.0);
		});
		assertThat(this.jedis.exists("bull:q:repeat:s:" + slot)).isFalse();
	}

	private void iteration(long slot, String opts, Map<String, String> rule) {
		this.jedis.zadd("bull:q:repeat", slot, "s");
		this.jedis.hset("bull:q:repeat:s", rule);
		this.jedis.hset("bull:q:repeat:s", "name", "n");
		this.jedis.hset("bull:q:repeat:s:" + slot, Map.of("name", "n", "data", "{}", "opts", opts, "timestamp",
				"" + slot, "delay", "0", "priority", "0", "rjk", "s"));
		this.jedis.lpush("bull:q:wait", "repeat:s:" + slot);
	}

}
