package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.redisjobs.Backoff;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.KeyWatch;
import io.redisjobs.redis.WaitingConnection;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** OmniQ behind the SPI. */
@ExtendWith(TestRedis.class)
class OmniqJobQueueTests {

	private static final String QUEUE = "jobs";

	private OmniqFixture fixture;

	private OmniqJobQueue queue;

	@BeforeEach
	void open() {
		this.fixture = new OmniqFixture();
		this.queue = this.fixture.queue(QUEUE, OmniqSettings.defaults());
	}

	@AfterEach
	void close(Jedis jedis) {
		OmniqFixture.checkQueue(jedis, QUEUE);
		this.queue.close();
		this.fixture.close();
	}

	@Test
	void jobsAreFinishedAndTakenInOneCall() {
		publish(5);
		Reservation first = this.queue.reserve(2, Duration.ZERO);
		assertThat(first.jobs()).hasSize(2);
		Exchange exchange = this.queue.exchange(completions(first), 2);
		assertThat(exchange.settlements()).extracting(Settlement::outcome)
			.containsOnly(Settlement.Outcome.COMPLETED)
			.hasSize(2);
		assertThat(exchange.reservation().jobs()).hasSize(2);
		Exchange again = this.queue.exchange(completions(first), 2);
		assertThat(again.settlements()).extracting(Settlement::outcome).containsOnly(Settlement.Outcome.LEASE_LOST);
		assertThat(again.reservation().jobs()).hasSize(1);
		assertThat(this.queue.exchange(List.of(), 2).reservation().kind()).isEqualTo(Reservation.Kind.EMPTY);
		assertThat(this.queue.inspect().counts()).containsEntry(JobState.COMPLETED, 2L)
			.containsEntry(JobState.ACTIVE, 3L);
	}

	@Test
	void manyJobsGoThroughInLargeBatches() {
		publish(1200);
		Reservation all = this.queue.reserve(5000, Duration.ZERO);
		assertThat(all.jobs()).hasSize(500);
		assertThat(this.queue.extend(all.jobs())).hasSize(500)
			.allMatch((settlement) -> settlement.outcome() == Settlement.Outcome.EXTENDED);
		assertThat(this.queue.exchange(completions(all), 700).reservation().jobs()).hasSize(500);
	}

	@Test
	void anIdleWorkerWakesForAJobOfAnyone(Jedis jedis) throws Exception {
		CompletableFuture<Reservation> waiting = reserveInBackground();
		awaitBlockedClient(jedis);
		this.fixture.client().publish(QUEUE, List.of(1));
		Reservation reservation = waiting.get(30, TimeUnit.SECONDS);
		assertThat(reservation.jobs()).hasSize(1);
	}

	@Test
	void waitingLeavesTheLineAsItIs(Jedis jedis) throws Exception {
		this.queue.pause();
		publish(3);
		OmniqKeys keys = new OmniqKeys(QUEUE);
		OmniqWaiter waiter = new OmniqWaiter(new WaitingConnection(this.fixture.connections(), keys.waitLine(), null),
				new KeyWatch(this.fixture.connections(), keys.announcing()), keys, Duration.ofMillis(50));
		List<String> before = jedis.lrange("{jobs}:wait", 0, -1);
		waiter.await(Duration.ofSeconds(5), new OmniqTaken.Known(false, false, 0));
		waiter.await(Duration.ofSeconds(5), new OmniqTaken.Known(true, true, 0));
		assertThat(jedis.lrange("{jobs}:wait", 0, -1)).isEqualTo(before);
		waiter.close();
	}

	@Test
	void anIdleWorkerFindsAJobOfAGroup(Jedis jedis) throws Exception {
		publish((options) -> options.group("g", 1));
		this.queue.complete(completions(this.queue.reserve(1, Duration.ZERO)));
		CompletableFuture<Reservation> waiting = reserveInBackground();
		publish((options) -> options.group("g", 1));
		assertThat(waiting.get(30, TimeUnit.SECONDS).jobs()).hasSize(1);
	}

	@Test
	void aDelayedJobIsTakenWhenItIsDue() {
		publish((options) -> options.delay(Duration.ofMillis(300)));
		Instant due = this.fixture.client()
			.monitor()
			.lane(QUEUE, OmniqLane.DELAYED, 0, 1, false)
			.stream()
			.map((job) -> Instant.ofEpochMilli(job.times().dueMs()))
			.findFirst()
			.orElseThrow();
		Reservation reservation = this.queue.reserve(1, Duration.ofSeconds(5));
		assertThat(reservation.jobs()).hasSize(1);
		assertThat(Instant.now()).isAfterOrEqualTo(due);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void anIdleWorkerLearnsOfADelayedJob(boolean another, Jedis jedis) throws Exception {
		if (another) {
			publish((options) -> options.delay(Duration.ofHours(1)));
		}
		CompletableFuture<Reservation> waiting = CompletableFuture
			.supplyAsync(() -> this.queue.reserve(1, Duration.ofSeconds(60)));
		awaitBlockedClient(jedis);
		String id = publish((options) -> options.delay(Duration.ofMillis(300))).id();
		assertThat(waiting.get(30, TimeUnit.SECONDS).jobs()).extracting(ReservedJob::id).containsExactly(id);
	}

	@Test
	void delayedJobsOfClientsWithoutCountersAreKnown(Jedis jedis) {
		OmniqScripts scripts = this.fixture.scripts();
		OmniqKeys keys = new OmniqKeys(QUEUE);
		assertThat(scripts.reserve(keys, 1, 1, Instant.now()).known().delays()).isFalse();
		jedis.zadd("{jobs}:delayed", 5000, "x");
		assertThat(scripts.reserve(keys, 1, 1, Instant.now()).known())
			.isEqualTo(new OmniqTaken.Known(false, true, 5000));
		jedis.del("{jobs}:delayed");
	}

	@Test
	void aJobCanSayItsTimeoutAndLeaveTheGroupsLimitOpen(Jedis jedis) {
		String id = publish((options) -> options.timeout(Duration.ofSeconds(7)).group("g", 0)).id();
		assertThat(jedis.hget("{jobs}:job:" + id, "timeout_ms")).isEqualTo("7000");
		assertThat(jedis.exists("{jobs}:g:g:limit")).isFalse();
		publish((options) -> options.group("g", 3));
		assertThat(jedis.get("{jobs}:g:g:limit")).isEqualTo("3");
	}

	@Test
	void aWaitCanBeEnded() throws Exception {
		CompletableFuture<Reservation> waiting = CompletableFuture
			.supplyAsync(() -> this.queue.reserve(1, Duration.ofSeconds(5)));
		this.queue.wakeUp();
		assertThat(waiting.get(30, TimeUnit.SECONDS).kind()).isEqualTo(Reservation.Kind.EMPTY);
	}

	@Test
	void aPausedQueueSaysSo() {
		publish(1);
		this.queue.pause();
		assertThat(this.queue.reserve(1, Duration.ofSeconds(1)).kind()).isEqualTo(Reservation.Kind.PAUSED);
		assertThat(this.queue.inspect().paused()).isTrue();
		this.queue.resume();
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).hasSize(1);
	}

	@Test
	void aReleasedJobIsNextAndItsAttemptDoesNotCount(Jedis jedis) {
		publish((options) -> options.id("first").group("g", 1));
		publish((options) -> options.id("second").group("g", 1));
		ReservedJob job = one();
		assertThat(fail(job, FailureAction.release()).outcome()).isEqualTo(Settlement.Outcome.RELEASED);
		OmniqFixture.checkQueue(jedis, QUEUE);
		ReservedJob again = one();
		assertThat(again.id()).isEqualTo("first");
		assertThat(again.attempt()).isOne();
		assertThat(fail(job, FailureAction.release()).outcome()).isEqualTo(Settlement.Outcome.LEASE_LOST);
	}

	@Test
	void aQueueCanRest() {
		publish(2);
		fail(one(), FailureAction.releaseAndRest(Duration.ofHours(1)));
		assertThat(this.queue.reserve(1, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.THROTTLED);
		assertThat(this.queue.exchange(List.of(), 1).reservation().kind()).isEqualTo(Reservation.Kind.THROTTLED);
	}

	@Test
	void jobsAreRetriedOrFailForGood() {
		publish((options) -> options.id("retry").backoff(Backoff.fixed(Duration.ofHours(1))));
		publish((options) -> options.id("after"));
		publish((options) -> options.id("failed"));
		publish((options) -> options.id("last").attempts(1));
		Instant before = Instant.now().minusMillis(1);
		Settlement retry = fail(one(), FailureAction.retry());
		assertThat(retry.outcome()).isEqualTo(Settlement.Outcome.RETRYING);
		assertThat(retry.at()).isAfterOrEqualTo(before.plus(Duration.ofHours(1)));
		assertThat(fail(one(), FailureAction.retryAfter(Duration.ofHours(2))).at())
			.isAfterOrEqualTo(before.plus(Duration.ofHours(2)));
		assertThat(fail(one(), FailureAction.fail()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
		assertThat(fail(one(), FailureAction.retry()).outcome()).isEqualTo(Settlement.Outcome.FAILED);
		JobSnapshot failed = this.queue.find("failed").orElseThrow();
		assertThat(failed.state()).isEqualTo(JobState.FAILED);
		assertThat(failed.failure()).isEqualTo("IllegalStateException: broken");
		assertThat(failed.attempts()).isOne();
		assertThat(failed.finishedAt()).isNotNull();
	}

	@Test
	void upkeepPromotesAndReaps(Jedis jedis) {
		OmniqClient client = this.fixture.client();
		long past = System.currentTimeMillis() - 60_000;
		client.publish(QUEUE, List.of(1), OmniqPublishOptions.defaults().withTimeoutMs(10).withMaxAttempts(1), past);
		client.publish(QUEUE, List.of(2), OmniqPublishOptions.defaults().withTimeoutMs(10).withBackoffMs(0), past);
		client.reserveMany(QUEUE, 2, past);
		client.publish(QUEUE, List.of(3), OmniqPublishOptions.defaults().withDueMs(past + 1), past);
		MaintenanceReport report = this.queue.maintain(100);
		assertThat(report.promoted()).isOne();
		assertThat(report.recovered()).isOne();
		assertThat(report.failed()).isOne();
		assertThat(this.queue.maintain(1).promoted()).isOne();
		assertThat(this.queue.maintain(100).promoted()).isZero();
	}

	@Test
	void duplicatesAreRefusedOrIgnored() {
		publish((options) -> options.id("one"));
		PublishResult refused = publish((options) -> options.id("one"));
		assertThat(refused.outcome()).isEqualTo(PublishResult.Outcome.REFUSED);
		assertThat(refused.detail()).contains("DUPLICATE_ID").contains("one");
		try (OmniqJobQueue ignoring = this.fixture.queue(QUEUE,
				OmniqSettings.defaults().withOnDuplicate(OmniqSettings.OnDuplicate.IGNORE))) {
			assertThat(ignoring.publish(List.of(newJob((options) -> options.id("one")))))
				.containsExactly(PublishResult.duplicate("one"));
		}
	}

	@Test
	void whatTheContractCannotExpressIsRefused(Jedis jedis) {
		List<Consumer<JobOptions>> bad = List.of(
				(options) -> options.backoff(Backoff.exponential(Duration.ofSeconds(1))),
				(options) -> options.backoff(Backoff.fixed(Duration.ofSeconds(1)).withJitter(0.5)),
				(options) -> options.attempts(0), (options) -> options.group("g", -1), (options) -> options.id(""),
				(options) -> options.timeout(Duration.ZERO), (options) -> options.delay(Duration.ofSeconds(-1)));
		for (Consumer<JobOptions> options : bad) {
			assertThatExceptionOfType(JobRefusedException.class).isThrownBy(() -> publish(options));
		}
		for (String scalar : List.of("\"text\"", "1", "true", "null", "", "{", "[}")) {
			assertThatExceptionOfType(JobRefusedException.class)
				.isThrownBy(() -> this.queue.publish(List.of(new NewJob(Bytes.of(scalar), new JobOptions()))));
		}
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	private CompletableFuture<Reservation> reserveInBackground() {
		return CompletableFuture.supplyAsync(() -> {
			Reservation reservation = this.queue.reserve(1, Duration.ofSeconds(5));
			for (int i = 0; i < 5 && reservation.jobs().isEmpty(); i++) {
				reservation = this.queue.reserve(1, Duration.ofSeconds(5));
			}
			return reservation;
		});
	}

	private static void awaitBlockedClient(Jedis jedis) {
		await().atMost(Duration.ofSeconds(30)).until(() -> !jedis.info("clients").contains("blocked_clients:0"));
	}

	private ReservedJob one() {
		return this.queue.reserve(1, Duration.ZERO).jobs().get(0);
	}

	private Settlement fail(ReservedJob job, FailureAction action) {
		return this.queue.fail(new Failure(job, new IllegalStateException("broken"), action));
	}

	private static List<Completion> completions(Reservation reservation) {
		return reservation.jobs().stream().map((job) -> new Completion(job, new byte[0])).toList();
	}

	private void publish(int count) {
		this.queue.publish(IntStream.range(0, count).mapToObj((i) -> newJob((options) -> {
		})).toList());
	}

	private PublishResult publish(Consumer<JobOptions> options) {
		return this.queue.publish(List.of(newJob(options))).get(0);
	}

	private static NewJob newJob(Consumer<JobOptions> customizer) {
		JobOptions options = new JobOptions();
		customizer.accept(options);
		return new NewJob(Bytes.of("{\"n\":1}"), options);
	}

}
