package io.redisjobs.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.UnfitJobException;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests what every contract knows of how long its jobs wait. */
@ExtendWith(TestRedis.class)
class WaitingJobsTests {

	private final Instant before = now();

	private final JobsApplication application = JobsApplication.builder()
		.properties("redis-jobs.queues.bullmq.protocol=bullmq", "redis-jobs.queues.omniq.protocol=omniq",
				"redis-jobs.queues.conveyor.protocol=conveyor", "redis-jobs.queues.streams.protocol=streams")
		.run();

	@AfterEach
	void close() {
		this.application.close();
	}

	private static Instant now() {
		return Instant.ofEpochMilli(System.currentTimeMillis());
	}

	private JobQueue queue(String name) {
		return this.application.queue(name);
	}

	private void publish(String queue, Consumer<JobOptions> options) {
		this.application.jobs().publish(queue, Map.of(), options);
	}

	private void publish(String queue) {
		publish(queue, (options) -> {
		});
	}

	private ReservedJob reserve(String queue) {
		return await().until(() -> {
			queue(queue).maintain(100);
			return queue(queue).reserve(1, Duration.ofMillis(100)).jobs();
		}, (jobs) -> !jobs.isEmpty()).get(0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "bullmq", "omniq", "streams" })
	void aJobWaitsSinceItWasPublished(String queue) {
		assertThat(queue(queue).inspect().oldestWaiting()).isNull();
		publish(queue);
		Instant published = now();
		publish(queue);
		Instant oldest = queue(queue).inspect().oldestWaiting();
		assertThat(oldest).isBetween(this.before, published);
		assertThat(reserve(queue).waitingSince()).contains(oldest);
		assertThat(queue(queue).inspect().oldestWaiting()).isBetween(oldest, now());
		assertThat(reserve(queue).waitingSince())
			.hasValueSatisfying((since) -> assertThat(since).isAfterOrEqualTo(oldest));
		assertThat(queue(queue).inspect().oldestWaiting()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "bullmq", "omniq", "conveyor" })
	void aDelayedJobWaitsSinceItWasDue(String queue) {
		publish(queue, (options) -> options.delay(Duration.ofSeconds(1)));
		Instant earliest = this.before.plusSeconds(1);
		Instant latest = now().plusSeconds(1);
		assertThat(reserve(queue).waitingSince())
			.hasValueSatisfying((since) -> assertThat(since).isBetween(earliest, latest));
	}

	@ParameterizedTest
	@ValueSource(strings = { "bullmq", "omniq", "conveyor" })
	void aDelayedJobThatIsDueWaitsAlsoWhereNoWorkerPutsItInLine(String queue) {
		publish(queue, (options) -> options.delay(Duration.ofHours(1)));
		assertThat(queue(queue).inspect().oldestWaiting()).isNull();
		publish(queue, (options) -> options.delay(Duration.ofMillis(10)));
		Instant oldest = await().until(() -> queue(queue).inspect().oldestWaiting(), Objects::nonNull);
		// Conveyor's jobs are due at a whole second
		assertThat(oldest).isBetween(this.before, now());
		assertThat(queue(queue).inspect().count(JobState.DELAYED)).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "bullmq", "omniq", "conveyor", "streams" })
	void aJobThatHasBeenRunBeforeDoesNotSay(String queue) {
		publish(queue, (options) -> {
			if (queue.equals("bullmq")) {
				options.attempts(2);
			}
		});
		ReservedJob first = reserve(queue);
		queue(queue).fail(new Failure(first, new IllegalStateException("no"), FailureAction.retryAfter(Duration.ZERO)));
		ReservedJob second = reserve(queue);
		assertThat(second.attempt()).isEqualTo(2);
		assertThat(second.waitingSince()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "bullmq", "omniq" })
	void aJobThatWasHandedBackDoesNotSayItAgain(String queue) {
		publish(queue);
		ReservedJob first = reserve(queue);
		assertThat(first.waitingSince()).isPresent();
		queue(queue).fail(new Failure(first, new UnfitJobException("Nobody knows it"),
				FailureAction.handBack(20, Duration.ofMillis(1))));
		ReservedJob second = reserve(queue);
		assertThat(second.attempt()).isOne();
		assertThat(second.waitingSince()).isEmpty();
	}

	@Test
	void whatConveyorDoesNotStoreIsNotMadeUp() {
		publish("conveyor");
		assertThat(queue("conveyor").inspect().oldestWaiting()).isNull();
		assertThat(reserve("conveyor").waitingSince()).isEmpty();
	}

	@Test
	void bullmqsOldestIsFoundBehindAMoreUrgentOneAndOneThatIsTriedAgain(Jedis redis) {
		publish("bullmq", (options) -> options.priority(7));
		publish("bullmq", (options) -> options.priority(1));
		redis.hset("bull:bullmq:1", "timestamp", "1000000");
		assertThat(queue("bullmq").inspect().oldestWaiting()).isEqualTo(Instant.ofEpochMilli(1_000_000));
		publish("bullmq", (options) -> options.attempts(2));
		redis.hset("bull:bullmq:3", Map.of("timestamp", "500", "processedOn", "900"));
		assertThat(queue("bullmq").inspect().oldestWaiting()).isEqualTo(Instant.ofEpochMilli(1_000_000));
		publish("bullmq");
		redis.hset("bull:bullmq:4", Map.of("timestamp", "999000", "opts", "{\"delay\":500}"));
		assertThat(queue("bullmq").inspect().oldestWaiting()).isEqualTo(Instant.ofEpochMilli(999_500));
	}

	@Test
	void whatIsNoTimeInBullmqsJobsSaysNothing(Jedis redis) {
		publish("bullmq");
		redis.hset("bull:bullmq:1", Map.of("timestamp", "yesterday", "opts", "[]"));
		redis.rpush("bull:bullmq:wait", "ghost", "string");
		redis.set("bull:bullmq:string", "no hash");
		assertThat(queue("bullmq").inspect().oldestWaiting()).isNull();
	}

	@Test
	void omniqsOldestIsFoundInAGroupAndNotAmongWhatOthersLeftInTheIndex(Jedis redis) {
		publish("omniq", (options) -> options.group("a", 1));
		redis.zadd("{omniq}:idx:wait", 5, "gone");
		Instant oldest = queue("omniq").inspect().oldestWaiting();
		assertThat(oldest).isBetween(this.before, now());
	}

	@Test
	void omniqsOldestIsFoundWithoutTheIndexThatOlderClientsDoNotKeep(Jedis redis) {
		publish("omniq");
		redis.del("{omniq}:idx:wait");
		assertThat(queue("omniq").inspect().oldestWaiting()).isBetween(this.before, now());
	}

	@Test
	void anEntryWhoseIdIsNoTimeDoesNotSay(Jedis redis) {
		queue("streams").inspect();
		redis.xadd("jobs:streams", new StreamEntryID(5, 1), Map.of("payload", "{\"data\":{}}"));
		assertThat(queue("streams").inspect().oldestWaiting()).isNull();
		assertThat(reserve("streams").waitingSince()).isEmpty();
	}

	@Test
	void anEntryThatIsDueAgainWaitsSinceThen() {
		publish("streams");
		ReservedJob first = reserve("streams");
		Instant failed = now();
		queue("streams")
			.fail(new Failure(first, new IllegalStateException("no"), FailureAction.retryAfter(Duration.ZERO)));
		assertThat(queue("streams").inspect().oldestWaiting()).isBetween(failed, now());
	}

}
