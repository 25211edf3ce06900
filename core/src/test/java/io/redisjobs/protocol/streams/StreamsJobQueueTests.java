package io.redisjobs.protocol.streams;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XReadGroupParams;
import redis.clients.jedis.resps.StreamEntry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@ExtendWith(TestRedis.class)
class StreamsJobQueueTests {

	private static final Duration AWAIT = Duration.ofSeconds(30);

	private final StreamsQueues queues = new StreamsQueues();

	private final JsonMapper json = new JsonMapper();

	@AfterEach
	void close() {
		this.queues.close();
	}

	@Test
	void publishedJobsAreEnvelopesInTheFieldPayload(Jedis redis) {
		JobQueue queue = this.queues.open("lip-sync");
		PublishResult published = StreamsQueues.publish(queue,
				"{\"media_url\":\"https://x\",\"big\":12345678901234567890}", new JobOptions().userId("user-7"));
		StreamEntry entry = only(redis, "jobs:lip-sync");
		assertThat(entry.getFields()).containsOnlyKeys("payload");
		JsonNode envelope = this.json.readTree(entry.getFields().get("payload"));
		assertThat(envelope.get("job_id").stringValue()).isEqualTo(published.id()).hasSize(36);
		assertThat(envelope.get("user_id").stringValue()).isEqualTo("user-7");
		assertThat(envelope.get("type").stringValue()).isEqualTo("LIP_SYNC");
		assertThat(envelope.get("data").get("big").asString()).isEqualTo("12345678901234567890");
		assertThat(envelope.get("timestamp").longValue()).isGreaterThan(1_700_000_000_000L);
	}

	@Test
	void idAndTypeAreTheCallersIfGiven() {
		JobQueue queue = this.queues.open("requested");
		StreamsQueues.publish(queue, "{}", new JobOptions().id("my \"id\"").type("TTS"));
		EnvelopedJob job = StreamsQueues.take(queue);
		assertThat(job.id()).isEqualTo("my \"id\"");
		assertThat(job.name()).isEqualTo("TTS");
	}

	@Test
	void aPayloadThatIsNoJsonIsRefusedBeforeAnythingIsWritten(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		NewJob good = new NewJob("{}".getBytes(StandardCharsets.UTF_8), new JobOptions());
		NewJob bad = new NewJob("{} x".getBytes(StandardCharsets.UTF_8), new JobOptions());
		assertThatExceptionOfType(JobRefusedException.class).isThrownBy(() -> queue.publish(List.of(good, bad)))
			.withMessageContaining("tts");
		assertThat(redis.exists("jobs:tts")).isFalse();
	}

	@Test
	void aNameThatDiffersFromTheTypeIsRefused() {
		JobQueue queue = this.queues.open("tts");
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> StreamsQueues.publish(queue, "{}", new JobOptions().name("a").type("b")));
	}

	@Test
	void takenJobsGiveAccessToTheWholeEnvelope() {
		JobQueue queue = this.queues.open("transcription");
		String id = StreamsQueues.publish(queue, "{\"language\":\"en\"}", new JobOptions().userId("u1")).id();
		EnvelopedJob job = StreamsQueues.take(queue);
		assertThat(job.id()).isEqualTo(id);
		assertThat(job.name()).isEqualTo("TRANSCRIPTION");
		assertThat(new String(job.payload(), StandardCharsets.UTF_8)).isEqualTo("{\"language\":\"en\"}");
		assertThat(job.attempt()).isEqualTo(1);
		assertThat(job.refusal()).isEmpty();
		assertThat(job.attributes()).containsEntry("user_id", "u1")
			.containsEntry("type", "TRANSCRIPTION")
			.containsEntry("entry_id", job.entryId());
		JobEnvelope envelope = job.envelope();
		assertThat(envelope.jobId()).isEqualTo(id);
		assertThat(envelope.userId()).isEqualTo("u1");
		assertThat(envelope.data().get("language").stringValue()).isEqualTo("en");
	}

	@Test
	void jobsComeInTheOrderTheyWerePublished() {
		JobQueue queue = this.queues.open("tts");
		List<NewJob> jobs = new ArrayList<>();
		for (int i = 0; i < 1200; i++) {
			jobs.add(new NewJob(Integer.toString(i).getBytes(StandardCharsets.UTF_8), new JobOptions()));
		}
		List<PublishResult> published = queue.publish(jobs);
		List<EnvelopedJob> taken = StreamsQueues.takeAll(queue, 2000);
		assertThat(taken).extracting(ReservedJob::id)
			.containsExactlyElementsOf(published.stream().map(PublishResult::id).toList());
		assertThat(queue.complete(completions(taken))).hasSize(1200)
			.allMatch((settlement) -> settlement.outcome() == Settlement.Outcome.COMPLETED);
		assertThat(queue.inspect().count(JobState.ACTIVE)).isZero();
		assertThat(queue.inspect().count(JobState.WAITING)).isZero();
	}

	@Test
	void theResultIsWrittenAndTheEntryAcknowledged(Jedis redis) {
		JobQueue queue = this.queues.open("transcription", (settings) -> settings.resultsTo("completed"));
		String id = StreamsQueues.publish(queue, "{\"a\":1}", new JobOptions().userId("u1")).id();
		ReservedJob job = StreamsQueues.take(queue);
		assertThat(StreamsQueues.complete(queue, job, "{\"text\":\"hello\"}").outcome())
			.isEqualTo(Settlement.Outcome.COMPLETED);
		JsonNode result = this.json.readTree(only(redis, "jobs:completed").getFields().get("payload"));
		assertThat(result.get("job_id").stringValue()).isEqualTo(id);
		assertThat(result.get("user_id").stringValue()).isEqualTo("u1");
		assertThat(result.get("type").stringValue()).isEqualTo("TRANSCRIPTION");
		assertThat(result.get("data").get("text").stringValue()).isEqualTo("hello");
		assertThat(result.get("timestamp").isNumber()).isTrue();
		assertThat(redis.xpending("jobs:transcription", "worker-group").getTotal()).isZero();
		assertThat(StreamsQueues.complete(queue, job, "{}").outcome()).isEqualTo(Settlement.Outcome.GONE);
		assertThat(redis.xlen("jobs:completed")).isEqualTo(1);
	}

	@Test
	void aResultStreamOfTheWrongTypeLeavesTheEntryPending(Jedis redis) {
		redis.set("jobs:completed", "not a stream");
		JobQueue queue = this.queues.open("transcription", (settings) -> settings.resultsTo("completed"));
		StreamsQueues.publish(queue, "1");
		ReservedJob job = StreamsQueues.take(queue);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> StreamsQueues.complete(queue, job, "2"))
			.withStackTraceContaining("jobs:completed");
		assertThat(redis.xpending("jobs:transcription", "worker-group").getTotal()).isEqualTo(1);
	}

	@Test
	void completingAndTakingIsOneCall(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		for (int i = 0; i < 10; i++) {
			StreamsQueues.publish(queue, Integer.toString(i));
		}
		List<EnvelopedJob> first = StreamsQueues.takeAll(queue, 4);
		Exchange exchange = queue.exchange(completions(first), 5);
		assertThat(exchange.settlements()).hasSize(4)
			.allMatch((settlement) -> settlement.outcome() == Settlement.Outcome.COMPLETED);
		assertThat(exchange.reservation().jobs()).hasSize(5);
		assertThat(redis.xpending("jobs:tts", "worker-group").getTotal()).isEqualTo(5);
	}

	@Test
	void severalGroupsEachSeeEveryEntry() {
		JobQueue handlers = this.queues.open("completed");
		JobQueue audit = this.queues.open("completed", (settings) -> settings.group("audit"));
		StreamsQueues.publish(handlers, "1");
		ReservedJob handled = StreamsQueues.take(handlers);
		StreamsQueues.complete(handlers, handled, "null");
		assertThat(StreamsQueues.take(audit).id()).isEqualTo(handled.id());
	}

	@Test
	void entriesThatAreNoEnvelopesAreRefusedWithTheRawTextKept(Jedis redis) {
		JobQueue queue = this.queues.open("tts", (settings) -> settings.failuresTo("failed"));
		redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("other", "x"));
		redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", "{broken \u00e9"));
		redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", "{\"job_id\":\"j1\",\"data\":{}}"));
		redis.xadd("jobs:tts", StreamEntryID.NEW_ENTRY, Map.of("payload", "[1]"));
		List<EnvelopedJob> jobs = StreamsQueues.takeAll(queue, 10);
		assertThat(jobs).hasSize(4).allMatch((job) -> job.refusal().isPresent());
		jobs.forEach((job) -> assertThat(StreamsQueues.fail(queue, job, FailureAction.fail()).outcome())
			.isEqualTo(Settlement.Outcome.FAILED));
		List<StreamEntry> failures = redis.xrange("jobs:failed", (StreamEntryID) null, null);
		assertThat(failures).hasSize(4);
		JsonNode broken = this.json.readTree(failures.get(1).getFields().get("payload"));
		assertThat(broken.get("data").get("raw").stringValue()).isEqualTo("{broken \u00e9");
		JsonNode untyped = this.json.readTree(failures.get(2).getFields().get("payload"));
		assertThat(untyped.get("job_id").stringValue()).isEqualTo("j1");
		assertThat(redis.xpending("jobs:tts", "worker-group").getTotal()).isZero();
	}

	@Test
	void entriesOfForeignProducersMayLackUserAndTimestampAndHaveMoreFields(Jedis redis) {
		JobQueue queue = this.queues.open("completed", (settings) -> settings.resultsTo("archive"));
		redis.xadd("jobs:completed", StreamEntryID.NEW_ENTRY,
				Map.of("payload",
						" { \"data\" : { \"a\" : [ ] } , \"x\":{\"type\":1}, \"type\" : \"TTS\", \"job_id\":7 } ",
						"trace", "t"));
		EnvelopedJob job = StreamsQueues.take(queue);
		assertThat(job.refusal()).isEmpty();
		assertThat(job.id()).isEqualTo("7");
		assertThat(new String(job.payload(), StandardCharsets.UTF_8)).isEqualTo("{ \"a\" : [ ] }");
		assertThat(job.envelope().userId()).isNull();
		StreamsQueues.complete(queue, job, "[]");
		assertThat(only(redis, "jobs:archive").getFields().get("payload"))
			.startsWith("{\"job_id\":7,\"type\":\"TTS\",\"data\":[],\"timestamp\":");
	}

	@Test
	void foreignWorkersShareTheGroup(Jedis redis) {
		JobQueue queue = this.queues.open("transcription");
		StreamsQueues.publish(queue, "1");
		StreamsQueues.publish(queue, "2");
		ReservedJob ours = StreamsQueues.take(queue);
		List<Map.Entry<String, List<StreamEntry>>> theirs = redis.xreadGroup("worker-group", "worker-1",
				XReadGroupParams.xReadGroupParams().count(10),
				Map.of("jobs:transcription", StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY));
		assertThat(theirs.get(0).getValue()).hasSize(1);
		assertThat(theirs.get(0).getValue().get(0).getFields().get("payload")).doesNotContain(ours.id());
	}

	@Test
	void aWaitEndsWhenAJobArrives() {
		JobQueue queue = this.queues.open("tts");
		CompletableFuture<Reservation> waiting = CompletableFuture.supplyAsync(() -> {
			Reservation reservation = queue.reserve(5, Duration.ofSeconds(5));
			while (reservation.jobs().isEmpty()) {
				reservation = queue.reserve(5, Duration.ofSeconds(5));
			}
			return reservation;
		});
		String id = StreamsQueues.publish(queue, "{\"n\":1}");
		assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS)
			.satisfies((reservation) -> assertThat(reservation.jobs()).singleElement()
				.satisfies((job) -> assertThat(job.id()).isEqualTo(id)));
	}

	@Test
	void aWaitCanBeEndedFromElsewhere() {
		JobQueue queue = this.queues.open("tts");
		queue.wakeUp();
		assertThat(queue.reserve(1, Duration.ofSeconds(5)).kind()).isEqualTo(Reservation.Kind.EMPTY);
	}

	@Test
	void aPausedQueueGivesNothingUntilItGoesOn() {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.publish(queue, "1");
		queue.pause();
		assertThat(queue.reserve(1, Duration.ofSeconds(5)).kind()).isEqualTo(Reservation.Kind.PAUSED);
		assertThat(queue.inspect().paused()).isTrue();
		queue.resume();
		assertThat(StreamsQueues.takeAll(queue, 1)).hasSize(1);
	}

	@Test
	void aStreamThatWasDeletedIsReadAgainFromItsStart(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.publish(queue, "1");
		ReservedJob job = StreamsQueues.take(queue);
		redis.del("jobs:tts");
		assertThat(StreamsQueues.complete(queue, job, "1").outcome()).isEqualTo(Settlement.Outcome.GONE);
		assertThat(queue.maintain(10).recovered()).isZero();
		String id = StreamsQueues.publish(queue, "2");
		assertThat(StreamsQueues.take(queue).id()).isEqualTo(id);
	}

	@Test
	void countsTellWhatWaitsAndWhatRuns() {
		JobQueue queue = this.queues.open("tts");
		for (int i = 0; i < 5; i++) {
			StreamsQueues.publish(queue, Integer.toString(i));
		}
		assertThat(queue.inspect().count(JobState.WAITING)).isEqualTo(5);
		List<EnvelopedJob> jobs = StreamsQueues.takeAll(queue, 3);
		StreamsQueues.fail(queue, jobs.get(0), FailureAction.fail());
		StreamsQueues.fail(queue, jobs.get(1), FailureAction.retryAfter(Duration.ofHours(1)));
		assertThat(queue.inspect().counts()).containsEntry(JobState.WAITING, 2L)
			.containsEntry(JobState.ACTIVE, 1L)
			.containsEntry(JobState.DELAYED, 1L)
			.containsEntry(JobState.FAILED, 1L);
	}

	@Test
	void statisticsShowLagAndPendingOfEveryGroupAndTheMemory(Jedis redis) {
		JobQueue queue = this.queues.open("tts");
		StreamsQueues.publish(queue, "1");
		StreamsQueues.publish(queue, "2");
		StreamsQueues.take(queue);
		redis.xgroupCreate("jobs:tts", "audit", new StreamEntryID(0, 0), false);
		StreamStatistics statistics = queue.role(StreamStatisticsRole.class).orElseThrow().statistics();
		assertThat(statistics.stream()).isEqualTo("jobs:tts");
		assertThat(statistics.length()).isEqualTo(2);
		assertThat(statistics.usedMemory()).isPositive();
		assertThat(statistics.groups()).containsExactlyInAnyOrder(new StreamStatistics.Group("worker-group", 1, 1, 1),
				new StreamStatistics.Group("audit", 0, 0, 2));
	}

	@Test
	void consumersThatHoldNothingAreRemoved(Jedis redis) {
		JobQueue queue = this.queues.open("tts", (settings) -> settings.consumerIdle(Duration.ofMillis(1)));
		StreamsQueues.publish(queue, "1");
		StreamsQueues.take(queue);
		redis.xgroupCreateConsumer("jobs:tts", "worker-group", "old");
		await().atMost(AWAIT)
			.until(() -> redis.xinfoConsumers2("jobs:tts", "worker-group")
				.stream()
				.allMatch((consumer) -> consumer.getIdle() > 1));
		queue.maintain(100);
		assertThat(redis.xinfoConsumers2("jobs:tts", "worker-group"))
			.noneMatch((consumer) -> "old".equals(consumer.getName()))
			.anyMatch((consumer) -> consumer.getPending() == 1);
	}

	@Test
	void settingsThatMakeNoSenseAreRefused() {
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> this.queues.open(" "));
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> this.queues.open("a", (settings) -> settings.attempts(0)));
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> this.queues.open("a", (settings) -> settings.failuresTo("a")));
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> this.queues.open("a", (settings) -> settings.router(true).resultsTo("b")));
	}

	private static List<Completion> completions(List<EnvelopedJob> jobs) {
		return jobs.stream().map((job) -> new Completion(job, "null".getBytes(StandardCharsets.UTF_8))).toList();
	}

	private static StreamEntry only(Jedis redis, String stream) {
		List<StreamEntry> entries = redis.xrange(stream, (StreamEntryID) null, null);
		assertThat(entries).hasSize(1);
		return entries.get(0);
	}

}
