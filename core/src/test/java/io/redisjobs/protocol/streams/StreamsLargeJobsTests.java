package io.redisjobs.protocol.streams;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls are bounded by bytes. */
@ExtendWith(TestRedis.class)
class StreamsLargeJobsTests {

	private static final String LARGE = "\"" + "x".repeat(2_000_000) + "\"";

	private final StreamsQueues queues = new StreamsQueues();

	@AfterEach
	void close() {
		this.queues.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 100 })
	void largeEntriesAreTakenOneByOneAndCompletedInSeveralCalls(int waitMillis, Jedis jedis) {
		JobQueue queue = this.queues.open("tts", (settings) -> settings.resultsTo("completed"));
		publish(queue, 40, LARGE);
		List<ReservedJob> jobs = new ArrayList<>();
		for (int i = 1; i <= 40; i++) {
			List<? extends ReservedJob> taken = queue.reserve(40, Duration.ofMillis(waitMillis)).jobs();
			assertThat(taken).hasSize(1);
			jobs.addAll(taken);
			assertThat(queue.inspect().counts()).containsEntry(JobState.ACTIVE, (long) i);
		}
		byte[] result = LARGE.getBytes(StandardCharsets.UTF_8);
		jedis.configResetStat();
		assertThat(queue.complete(jobs.stream().map((job) -> new Completion(job, result)).toList())).hasSize(40)
			.containsOnly(Settlement.completed());
		assertThat(jedis.info("commandstats")).contains("cmdstat_evalsha:calls=40,");
		assertThat(jedis.xlen("jobs:completed")).isEqualTo(40);
	}

	@Test
	void largeEntriesAreDeliveredAgainOneByOne() {
		JobQueue queue = this.queues.open("tts", (settings) -> settings.retryAfter(Duration.ZERO));
		publish(queue, 5, LARGE);
		List<ReservedJob> jobs = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			jobs.add(StreamsQueues.take(queue));
		}
		jobs.forEach((job) -> StreamsQueues.fail(queue, job, FailureAction.retryAfter(Duration.ZERO)));
		for (int i = 1; i <= 5; i++) {
			assertThat(StreamsQueues.takeAll(queue, 40)).hasSize(1);
			assertThat(queue.inspect().counts()).containsEntry(JobState.ACTIVE, (long) i);
		}
		assertThat(StreamsQueues.takeAll(queue, 40)).isEmpty();
	}

	@Test
	void largeEntriesOfAnEarlierLifeAreDeliveredOneByOne() {
		String name = UUID.randomUUID().toString();
		JobQueue before = this.queues.open("tts", (settings) -> settings.consumer(name));
		publish(before, 5, LARGE);
		for (int i = 0; i < 5; i++) {
			StreamsQueues.take(before);
		}
		JobQueue after = this.queues.open("tts", (settings) -> settings.consumer(name));
		List<String> ids = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			StreamsQueues.takeAll(after, 40).forEach((job) -> ids.add(job.id()));
			assertThat(ids).hasSize(i + 1).doesNotHaveDuplicates();
		}
		assertThat(StreamsQueues.takeAll(after, 40)).isEmpty();
	}

	@Test
	void smallEntriesAreTakenAllAtOnce() {
		JobQueue queue = this.queues.open("tts");
		publish(queue, 300, "1");
		assertThat(StreamsQueues.takeAll(queue, 100)).hasSize(100);
		assertThat(queue.exchange(List.of(), 100).reservation().jobs()).hasSize(100);
		assertThat(queue.reserve(100, Duration.ofMillis(100)).jobs()).hasSize(100);
	}

	@Test
	void smallEntriesBeforeALargeOneAreTakenWithIt() {
		JobQueue queue = this.queues.open("tts");
		publish(queue, 5, "1");
		publish(queue, 20, LARGE);
		assertThat(StreamsQueues.takeAll(queue, 40).size()).isLessThan(25);
		assertThat(StreamsQueues.takeAll(queue, 40)).hasSize(1);
	}

	private static void publish(JobQueue queue, int count, String payload) {
		for (int i = 0; i < count; i++) {
			StreamsQueues.publish(queue, payload);
		}
	}

}
