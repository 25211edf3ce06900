package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XPendingParams;
import redis.clients.jedis.resps.StreamEntry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What happens to runs that fail, and to workers that are gone. */
@ExtendWith(TestRedis.class)
class StreamsLeaseTests {

	private static final Duration AWAIT = Duration.ofSeconds(30);

	private final StreamsQueues queues = new StreamsQueues();

	private final JsonMapper json = new JsonMapper();

	@AfterEach
	void close() {
		this.queues.close();
	}

	@Test
	void aFailureWithAttemptsLeftComesBackWithTheNextAttempt(Jedis redis) {
		JobQueue queue = this.queues.open("tts", (settings) -> settings.retryAfter(Duration.ZERO).attempts(2));
		StreamsQueues.publish(queue, "1");
		ReservedJob first = StreamsQueues.take(queue);
		assertThat(StreamsQueues.fail(queue, first, FailureAction.retry()).outcome())
			.isEqualTo(Settlement.Outcome.RETRYING);
		assertThat(StreamsQueues.complete(queue, first, "1").outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		ReservedJob second = StreamsQueues.take(queue);
		assertThat(second.id()).isEqualTo(first.id());
		assertThat(second.attempt()).isEqualTo(2);
		assertThat(StreamsQueues.fail(queue, second, FailureAction.retry()).outcome())
			.isEqualTo(Settlement.Outcome.FAILED);
		assertThat(redis.xlen("jobs:tts:dead")).isEqualTo(1);
		assertThat(redis.xpending("jobs:tts", "worker-group").getTotal()).isZero();
	}

	@Test
	void aRetryWaitsUntilItIsDueEvenBeyondTheLease() {
		JobQueue queue = this.queues.open("tts", Duration.ofMillis(1), (settings) -> settings);
		StreamsQueues.publish(queue, "1");
		StreamsQueues.fail(queue, StreamsQueues.take(queue), FailureAction.retryAfter(Duration.ofHours(1)));
		await().atMost(AWAIT).pollDelay(Duration.ofMillis(20)).until(() -> queue.maintain(100).recovered() == 0);
		assertThat(StreamsQueues.takeAll(queue, 10)).isEmpty();
		assertThat(queue.inspect().count(JobState.DELAYED)).isEqualTo(1);
		assertThat(queue.inspect().count(JobState.ACTIVE)).isZero();
	}

	@Test
	void aDueRetryEndsAWait() {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.publish(queue, "1");
		StreamsQueues.fail(queue, StreamsQueues.take(queue), FailureAction.retryAfter(Duration.ofMillis(300)));
		await().atMost(AWAIT).until(() -> !queue.reserve(1, Duration.ofSeconds(5)).jobs().isEmpty());
	}

	@Test
	void theLastFailureGoesToTheFailureStreamWithTheRequest(Jedis redis) {
		JobQueue queue = this.queues.open("tts", (settings) -> settings.failuresTo("failed"));
		String id = StreamsQueues.publish(queue, "{\"text\":\"hi\"}", new JobOptions().userId("u9")).id();
		EnvelopedJob job = StreamsQueues.take(queue);
		assertThat(StreamsQueues.fail(queue, job, FailureAction.fail()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
		JsonNode failure = this.json.readTree(only(redis, "jobs:failed").getFields().get("payload"));
		assertThat(failure.get("job_id").stringValue()).isEqualTo(id);
		assertThat(failure.get("user_id").stringValue()).isEqualTo("u9");
		assertThat(failure.get("type").stringValue()).isEqualTo("TTS");
		JsonNode data = failure.get("data");
		assertThat(data.get("error").stringValue()).isEqualTo("no GPU");
		assertThat(data.get("attempts").intValue()).isEqualTo(1);
		assertThat(data.get("source_stream").stringValue()).isEqualTo("jobs:tts");
		assertThat(data.get("source_id").stringValue()).isEqualTo(job.entryId());
		assertThat(data.get("request").get("text").stringValue()).isEqualTo("hi");
	}

	@Test
	void aReleasedJobGoesToTheFrontAndLosesNoAttempt() {
		JobQueue queue = this.queues.open("tts");
		JobQueue other = this.queues.open("tts");
		String id = StreamsQueues.publish(queue, "1");
		StreamsQueues.publish(queue, "2");
		StreamsQueues.fail(queue, StreamsQueues.take(queue), FailureAction.release());
		EnvelopedJob again = StreamsQueues.take(other);
		assertThat(again.id()).isEqualTo(id);
		assertThat(again.attempt()).isEqualTo(1);
	}

	@Test
	void aQueueRestsIfItIsAskedTo() {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.publish(queue, "1");
		StreamsQueues.publish(queue, "2");
		List<EnvelopedJob> jobs = StreamsQueues.takeAll(queue, 1);
		assertThat(
				StreamsQueues.fail(queue, jobs.get(0), FailureAction.releaseAndRest(Duration.ofMinutes(1))).outcome())
			.isEqualTo(Settlement.Outcome.RELEASED);
		assertThat(queue.reserve(1, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.THROTTLED);
		assertThat(queue.exchange(List.of(), 1).reservation().kind()).isEqualTo(Reservation.Kind.THROTTLED);
		assertThat(StreamsQueues.takeAll(this.queues.open("tts"), 5)).hasSize(1);
	}

	@Test
	void aWorkerThatIsGoneLosesItsJobToAnother() {
		JobQueue gone = this.queues.open("tts", Duration.ofMillis(50), (settings) -> settings);
		JobQueue live = this.queues.open("tts", Duration.ofMillis(50), (settings) -> settings);
		StreamsQueues.publish(gone, "1");
		ReservedJob lost = StreamsQueues.take(gone);
		await().atMost(AWAIT).until(() -> live.maintain(100).recovered() == 1);
		EnvelopedJob recovered = StreamsQueues.take(live);
		assertThat(recovered.id()).isEqualTo(lost.id());
		assertThat(recovered.attempt()).isEqualTo(2);
		assertThat(gone.extend(List.of(lost)).get(0).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(StreamsQueues.complete(gone, lost, "1").outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(StreamsQueues.fail(gone, lost, FailureAction.fail()).outcome())
			.isEqualTo(Settlement.Outcome.LEASE_LOST);
		assertThat(StreamsQueues.complete(live, recovered, "1").outcome()).isEqualTo(Settlement.Outcome.COMPLETED);
	}

	@Test
	void extendingResetsTheIdleTimeAndKeepsTheAttempt(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.publish(queue, "1");
		EnvelopedJob job = StreamsQueues.take(queue);
		await().atMost(AWAIT).until(() -> idle(redis, job) > 300);
		Settlement settlement = queue.extend(List.of(job)).get(0);
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.EXTENDED);
		assertThat(settlement.at()).isAfterOrEqualTo(job.leaseEnd());
		Map<String, Object> pending = pending(redis, job);
		assertThat((Long) pending.get("deliveries")).isEqualTo(1);
		assertThat(StreamsQueues.complete(queue, job, "1").outcome()).isEqualTo(Settlement.Outcome.COMPLETED);
	}

	@Test
	void anEntryDeliveredTooOftenIsNotRunAgain() {
		JobQueue queue = this.queues.open("tts", Duration.ofMillis(20), (settings) -> settings.attempts(1));
		StreamsQueues.publish(queue, "1");
		assertThat(StreamsQueues.take(queue).refusal()).isEmpty();
		await().atMost(AWAIT).until(() -> queue.maintain(100).recovered() == 1);
		EnvelopedJob again = StreamsQueues.take(queue);
		assertThat(again.refusal()).isPresent();
		assertThat(StreamsQueues.fail(queue, again, FailureAction.fail()).outcome())
			.isEqualTo(Settlement.Outcome.FAILED);
	}

	@Test
	void afterARestartAConsumerGetsItsOwnEntriesFirst() {
		JobQueue before = this.queues.open("tts", (settings) -> settings.consumer("pod-1"));
		for (int i = 0; i < 5; i++) {
			StreamsQueues.publish(before, Integer.toString(i));
		}
		List<EnvelopedJob> held = StreamsQueues.takeAll(before, 3);
		JobQueue after = this.queues.open("tts", (settings) -> settings.consumer("pod-1"));
		List<EnvelopedJob> own = StreamsQueues.takeAll(after, 2);
		own = concat(own, StreamsQueues.takeAll(after, 2));
		assertThat(own).extracting(EnvelopedJob::entryId)
			.containsExactlyElementsOf(held.stream().map(EnvelopedJob::entryId).toList());
		assertThat(own).allMatch((job) -> job.attempt() == 2);
		assertThat(StreamsQueues.takeAll(after, 10)).hasSize(2).allMatch((job) -> job.attempt() == 1);
	}

	@Test
	void twoWorkersShareTheEntries() {
		JobQueue one = this.queues.open("tts");
		JobQueue two = this.queues.open("tts");
		for (int i = 0; i < 20; i++) {
			StreamsQueues.publish(one, Integer.toString(i));
		}
		Set<String> seen = new HashSet<>();
		for (int i = 0; i < 10; i++) {
			assertThat(seen.add(StreamsQueues.take(one).id())).isTrue();
			assertThat(seen.add(StreamsQueues.take(two).id())).isTrue();
		}
		one.maintain(100);
		assertThat(StreamsQueues.takeAll(two, 10)).isEmpty();
	}

	private static StreamEntry only(Jedis redis, String stream) {
		List<StreamEntry> entries = redis.xrange(stream, (StreamEntryID) null, null);
		assertThat(entries).hasSize(1);
		return entries.get(0);
	}

	private static List<EnvelopedJob> concat(List<EnvelopedJob> first, List<EnvelopedJob> second) {
		List<EnvelopedJob> all = new ArrayList<>(first);
		all.addAll(second);
		return all;
	}

	private static long idle(Jedis redis, EnvelopedJob job) {
		return (Long) pending(redis, job).get("idle");
	}

	private static Map<String, Object> pending(Jedis redis, EnvelopedJob job) {
		StreamEntryID id = new StreamEntryID(job.entryId());
		return redis.xpending("jobs:tts", "worker-group", XPendingParams.xPendingParams(id, id, 1))
			.stream()
			.map((entry) -> Map.<String, Object>of("idle", entry.getIdleTime(), "deliveries",
					entry.getDeliveredTimes()))
			.findFirst()
			.orElseThrow();
	}

}
