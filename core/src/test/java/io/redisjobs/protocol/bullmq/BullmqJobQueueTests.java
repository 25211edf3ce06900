package io.redisjobs.protocol.bullmq;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.redisjobs.Backoff;
import io.redisjobs.Deduplication;
import io.redisjobs.InvalidQueueException;
import io.redisjobs.JobHandedOverException;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.ParentLink;
import io.redisjobs.JobRetention;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.LogRole;
import io.redisjobs.protocol.LookupRole;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.ProgressRole;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The queue that the rest of redis-jobs sees. */
@ExtendWith(TestRedis.class)
class BullmqJobQueueTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));

	private final List<JobQueue> queues = new ArrayList<>();

	private Jedis jedis;

	private JobQueue queue;

	@BeforeEach
	void open(Jedis jedis) {
		this.jedis = jedis;
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.queue = open(BullmqSettings.defaults());
	}

	@AfterEach
	void close() {
		this.queues.forEach(JobQueue::close);
		this.connections.destroy();
	}

	private JobQueue open(BullmqSettings settings) {
		JobQueue opened = protocol().open(new QueueDefinition("q", Duration.ofSeconds(30), "worker", settings));
		this.queues.add(opened);
		return opened;
	}

	private BullmqProtocol protocol() {
		ScriptRunner runner = new ScriptRunner(this.connections);
		return new BullmqProtocol(ContractScripts.bundled("bullmq", runner, BullmqScripts.NAMES), Clock.systemUTC());
	}

	@Test
	void optionsWithNumbersBeyondAllBoundsAreTakenAsTheLargest() {
		publish(new JobOptions());
		this.jedis.hset("bull:q:1", "opts",
				"{\"attempts\":1e30,\"removeOnComplete\":{\"count\":9007199254740991,\"age\":1e300},\"removeOnFail\":1e10,"
						+ "\"kl\":1e20,\"backoff\":1e25}");
		publish(new JobOptions());
		List<? extends ReservedJob> jobs = this.queue.reserve(2, Duration.ZERO).jobs();
		assertThat(jobs).extracting(ReservedJob::id).containsExactly("1", "2");
		assertThat(jobs).allSatisfy((job) -> assertThat(job.refusal()).isEmpty());
		assertThat(this.queue.complete(jobs.stream().map((job) -> new Completion(job, bytes("null"))).toList()))
			.containsOnly(Settlement.completed());
	}

	@Test
	void nothingIsTakenAheadWhereAJobThatNeverRanCouldFailForIt() {
		assertThat(this.queue.mayTakeAhead()).isTrue();
		assertThat(
				open(BullmqSettings.defaults().withStalls(new BullmqSettings.Stalls(Duration.ofSeconds(30), 0, null)))
					.mayTakeAhead())
			.isFalse();
		assertThat(open(BullmqSettings.defaults().withStalls(new BullmqSettings.Stalls(Duration.ofSeconds(30), 1, 3)))
			.mayTakeAhead()).isFalse();
	}

	private PublishResult publish(JobOptions options) {
		return this.queue.publish(List.of(new NewJob(bytes("{\"a\":1}"), options))).get(0);
	}

	private ReservedJob reserve() {
		Reservation reservation = this.queue.reserve(1, Duration.ofSeconds(5));
		assertThat(reservation.kind()).isEqualTo(Reservation.Kind.JOBS);
		return reservation.jobs().get(0);
	}

	private Settlement fail(ReservedJob job, FailureAction action) {
		return this.queue.fail(new Failure(job, new IllegalStateException("boom"), action));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Test
	void optionsAreStoredAsBullmqHasThem() {
		publish(new JobOptions().name("render")
			.id("order-1")
			.priority(3)
			.attempts(4)
			.backoff(Backoff.exponential(Duration.ofSeconds(1)).withJitter(0.5))
			.removeOnComplete(JobRetention.removeAll())
			.removeOnFail(JobRetention.keep(5, Duration.ofMinutes(1)))
			.keepLogs(7)
			.stackTraceLimit(2)
			.traceContext("trace")
			.deduplication(Deduplication.throttle("d", Duration.ofSeconds(9))));
		assertThat(this.jedis.hget("bull:q:order-1", "opts"))
			.isEqualTo("{\"attempts\":4,\"priority\":3,\"jobId\":\"order-1\",\"backoff\":{\"type\":\"exponential\","
					+ "\"delay\":1000,\"jitter\":0.5},\"removeOnComplete\":true,\"removeOnFail\":{\"age\":60,"
					+ "\"count\":5},\"kl\":7,\"stackTraceLimit\":2,\"tm\":\"trace\",\"de\":{\"id\":\"d\",\"ttl\":9000}}");
		assertThat(this.jedis.hget("bull:q:order-1", "name")).isEqualTo("render");
	}

	@Test
	void manyJobsKeepTheirOrderOverSeveralCalls() {
		List<NewJob> jobs = IntStream.range(0, 600)
			.mapToObj((number) -> new NewJob(bytes("" + number), new JobOptions()))
			.toList();
		List<PublishResult> results = this.queue.publish(jobs);
		assertThat(results).extracting(PublishResult::id)
			.containsExactlyElementsOf(IntStream.rangeClosed(1, 600).mapToObj(String::valueOf).toList());
		assertThat(this.jedis.lindex("bull:q:wait", -1)).isEqualTo("1");
		assertThat(this.jedis.lindex("bull:q:wait", 0)).isEqualTo("600");
	}

	@ParameterizedTest
	@ValueSource(strings = { "12", "-5", "0", "0:1", "a:b", "a:b:c:d", "", "stalled", "wait", "meta", "id", "pc",
			"marker", "events", "repeat", "limiter", "completed", "stalled-check", "waiting-children", "de:x:y",
			"dn:x:y", "repeat:s:1", "metrics:completed:data", "x:lock", "a:b:lock" })
	void idsThatBullmqKeepsForItselfAreRefused(String id) {
		assertThatExceptionOfType(JobRefusedException.class).isThrownBy(() -> publish(new JobOptions().id(id)))
			.withMessageContaining("Queue 'q'");
		assertThat(TestRedis.keys(this.jedis)).isEmpty();
	}

	@Test
	void jobsThatNobodyCouldRunAreRefused() {
		this.queue = open(BullmqSettings.defaults().withMaxPayload(10));
		assertRefused("{\"a\":123456}", new JobOptions());
		assertRefused("{oops", new JobOptions());
		assertRefused("{} {}", new JobOptions());
		assertRefused("{}", new JobOptions().priority(2097153));
		assertRefused("{}", new JobOptions().delay(Duration.ofSeconds(-1)));
		assertRefused("{}", new JobOptions().attempts(-1));
		assertThat(TestRedis.keys(this.jedis)).isEmpty();
	}

	private void assertRefused(String payload, JobOptions options) {
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> this.queue.publish(List.of(new NewJob(bytes(payload), options))));
	}

	@Test
	void aResultThatIsTooLargeIsNotStored() {
		this.queue = open(BullmqSettings.defaults().withMaxPayload(10));
		publish(new JobOptions());
		Settlement settlement = this.queue.complete(List.of(new Completion(reserve(), bytes("\"0123456789\"")))).get(0);
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.REFUSED);
		assertThat(this.jedis.llen("bull:q:active")).isEqualTo(1);
	}

	@Test
	void aResultThatIsNotJsonIsNotStored() {
		publish(new JobOptions());
		Settlement settlement = this.queue.complete(List.of(new Completion(reserve(), bytes("plain text")))).get(0);
		assertThat(settlement.outcome()).isEqualTo(Settlement.Outcome.REFUSED);
		assertThat(settlement.detail()).contains("JSON");
		assertThat(this.jedis.llen("bull:q:active")).isEqualTo(1);
	}

	private <T> T role(Class<T> type) {
		return this.queue.role(type).orElseThrow();
	}

	@Test
	void progressThatIsNotJsonIsRefused() {
		publish(new JobOptions());
		ReservedJob job = reserve();
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> role(ProgressRole.class).updateProgress(job, bytes("half way")))
			.withMessageContaining("JSON");
		assertThat(this.jedis.hget("bull:q:1", "progress")).isNull();
	}

	@Test
	void aWaitingWorkerIsWokenByANewJob() throws Exception {
		CompletableFuture<ReservedJob> waiting = CompletableFuture.supplyAsync(() -> {
			Reservation reservation = this.queue.reserve(1, Duration.ofSeconds(5));
			while (reservation.jobs().isEmpty()) {
				reservation = this.queue.reserve(1, Duration.ofSeconds(5));
			}
			return reservation.jobs().get(0);
		});
		await().atMost(PATIENCE).until(() -> this.jedis.clientList().contains("name=bull:cQ==:w:worker"));
		publish(new JobOptions());
		assertThat(waiting.get(30, TimeUnit.SECONDS).id()).isEqualTo("1");
	}

	@Test
	void aDelayedJobIsTakenWhenItIsDue() {
		long before = System.currentTimeMillis();
		publish(new JobOptions().delay(Duration.ofMillis(300)));
		assertThat(reserve().id()).isEqualTo("1");
		assertThat(System.currentTimeMillis() - before).isGreaterThanOrEqualTo(300);
	}

	@Test
	void jobsAreFinishedAndTakenInOneCall() {
		IntStream.range(0, 5).forEach((number) -> publish(new JobOptions()));
		List<Completion> done = this.queue.reserve(3, Duration.ZERO)
			.jobs()
			.stream()
			.map((job) -> new Completion(job, bytes("null")))
			.toList();
		Exchange exchange = this.queue.exchange(done, 3);
		assertThat(exchange.settlements()).hasSize(3).containsOnly(Settlement.completed());
		assertThat(exchange.reservation().jobs()).extracting(ReservedJob::id).containsExactly("4", "5");
		assertThat(this.queue.inspect().count(JobState.COMPLETED)).isEqualTo(3);
		assertThat(this.queue.complete(done)).extracting(Settlement::outcome)
			.containsOnly(Settlement.Outcome.LEASE_LOST);
	}

	@Test
	void aPausedQueueSaysSo() {
		publish(new JobOptions());
		this.queue.pause();
		assertThat(this.queue.reserve(1, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.PAUSED);
		assertThat(this.queue.inspect().paused()).isTrue();
		assertThat(this.queue.inspect().count(JobState.WAITING)).isEqualTo(1);
		this.queue.resume();
		assertThat(reserve().id()).isEqualTo("1");
	}

	@Test
	void aFailedAttemptIsFollowedByAnotherAfterTheJobsBackoff() {
		publish(new JobOptions().attempts(2).backoff(Backoff.fixed(Duration.ofMillis(50))).stackTraceLimit(1));
		Settlement first = fail(reserve(), FailureAction.retry());
		assertThat(first.outcome()).isEqualTo(Settlement.Outcome.RETRYING);
		ReservedJob second = reserve();
		assertThat(second.attempt()).isEqualTo(2);
		assertThat(fail(second, FailureAction.retry()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
		JobSnapshot found = role(LookupRole.class).find("1").orElseThrow();
		assertThat(found.state()).isEqualTo(JobState.FAILED);
		assertThat(found.failure()).isEqualTo("boom");
		assertThat(found.attempts()).isEqualTo(2);
		assertThat(found.stackTraces()).hasSize(1);
		assertThat(found.stackTraces().get(0)).contains("IllegalStateException: boom");
	}

	@Test
	void whatTheFailureSaysGoesBeforeTheJobsBackoff() {
		publish(new JobOptions().attempts(3));
		assertThat(fail(reserve(), FailureAction.retryAfter(Duration.ofMillis(20))).outcome())
			.isEqualTo(Settlement.Outcome.RETRYING);
		assertThat(this.jedis.hget("bull:q:1", "delay")).isEqualTo("20");
		assertThat(fail(reserve(), FailureAction.fail()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
	}

	@Test
	void aReleasedJobIsNextAndTheWorkerRestsIfItIsTold() {
		publish(new JobOptions());
		assertThat(fail(reserve(), FailureAction.release()).outcome()).isEqualTo(Settlement.Outcome.RELEASED);
		ReservedJob again = reserve();
		assertThat(again.attempt()).isEqualTo(1);
		fail(again, FailureAction.releaseAndRest(Duration.ofSeconds(60)));
		Reservation resting = this.queue.reserve(1, Duration.ofSeconds(5));
		assertThat(resting.kind()).isEqualTo(Reservation.Kind.THROTTLED);
		assertThat(resting.lookAgain()).isPositive();
	}

	@Test
	void aBackoffNobodyKnowsFailsTheJobWithThatReason() {
		publish(new JobOptions().attempts(3).backoff(new Backoff("fibonacci", Duration.ofSeconds(1), 0)));
		assertThat(fail(reserve(), FailureAction.retry()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
		assertThat(this.jedis.hget("bull:q:1", "failedReason")).contains("fibonacci").contains("boom");
	}

	@Test
	void jobsThatCannotBeReadAreRefusedWithAReason() {
		publish(new JobOptions());
		publish(new JobOptions());
		publish(new JobOptions());
		publish(new JobOptions());
		this.jedis.hset("bull:q:1", "opts", "{oops");
		this.jedis.hset("bull:q:2", "data", "{oops");
		this.jedis.hdel("bull:q:3", "name");
		this.jedis.hset("bull:q:4", "defa", "job stalled more than allowable limit");
		List<? extends ReservedJob> jobs = this.queue.reserve(4, Duration.ZERO).jobs();
		assertThat(jobs).extracting((job) -> job.refusal().orElse(""))
			.containsExactly("job options are not readable JSON", "job data is not readable JSON", "job has no name",
					"job stalled more than allowable limit");
		jobs.forEach(
				(job) -> assertThat(fail(job, FailureAction.fail()).outcome()).isEqualTo(Settlement.Outcome.FAILED));
		assertThat(this.queue.inspect().count(JobState.FAILED)).isEqualTo(4);
	}

	@Test
	void progressAndLogsCanBeFound() {
		publish(new JobOptions().keepLogs(1));
		ReservedJob job = reserve();
		assertThat(role(ProgressRole.class).updateProgress(job, bytes("{\"percent\":5}"))).isTrue();
		assertThat(role(LogRole.class).appendLog(job, "one")).isTrue();
		assertThat(role(LogRole.class).appendLog(job, "two")).isTrue();
		JobSnapshot found = role(LookupRole.class).find("1").orElseThrow();
		assertThat(found.progress()).isEqualTo("{\"percent\":5}");
		assertThat(found.logs()).containsExactly("two");
		assertThat(found.state()).isEqualTo(JobState.ACTIVE);
		assertThat(role(LookupRole.class).find("2")).isEmpty();
	}

	@Test
	void aParentWaitsForItsChildrenAndReadsTheirResults() {
		publish(new JobOptions().id("parent"));
		ReservedJob parent = reserve();
		publish(new JobOptions().id("child").parent(new ParentLink(null, "parent", ParentLink.OnFailure.IGNORE)));
		assertThatExceptionOfType(JobHandedOverException.class).isThrownBy(((BullmqJob) parent)::moveToWaitingChildren);
		this.queue.complete(List.of(new Completion(reserve(), bytes("42"))));
		ReservedJob again = reserve();
		assertThat(again.id()).isEqualTo("parent");
		((BullmqJob) again).moveToWaitingChildren();
		assertThat(((BullmqJob) again).childrenValues()).isEqualTo(Map.of("bull:q:child", "42"));
		assertThatExceptionOfType(JobHandedOverException.class)
			.isThrownBy(() -> ((BullmqJob) again).moveToDelayed(Duration.ofMinutes(1)));
		assertThat(this.queue.inspect().count(JobState.DELAYED)).isEqualTo(1);
	}

	@Test
	void aChildOfAJobThatIsNotThereIsRefused() {
		PublishResult result = publish(new JobOptions().parent("nobody"));
		assertThat(result.outcome()).isEqualTo(PublishResult.Outcome.REFUSED);
		assertThat(result.detail()).contains("bull:q:nobody");
	}

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

	@Test
	void jobsOfAWorkerThatIsGoneComeBack() {
		this.queue = open(
				BullmqSettings.defaults().withStalls(new BullmqSettings.Stalls(Duration.ofSeconds(30), 1, null)));
		publish(new JobOptions());
		ReservedJob lost = reserve();
		assertThat(this.queue.maintain(100).skipped()).isFalse();
		assertThat(this.queue.maintain(100).skipped()).isTrue();
		this.jedis.del("bull:q:1:lock", "bull:q:stalled-check");
		assertThat(this.queue.maintain(100).recovered()).isEqualTo(1);
		assertThat(reserve().id()).isEqualTo("1");
		assertThat(this.queue.extend(List.of(lost)).get(0).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
	}

	@Test
	void namesThatBullmqDoesNotAllowAreRefused() {
		for (String name : List.of("", "a:b")) {
			assertThatExceptionOfType(InvalidQueueException.class)
				.isThrownBy(() -> protocol().open(new QueueDefinition(name, PATIENCE, null, null)));
		}
		assertThatExceptionOfType(InvalidQueueException.class)
			.isThrownBy(() -> BullmqKeys.of("bull", "q", Map.of(), true))
			.satisfies((ex) -> assertThat(ex.action()).contains("{bull}").contains("{q}"));
		assertThat(BullmqKeys.of("{bull}", "q", Map.of(), true).base()).isEqualTo("{bull}:q:");
	}

}
