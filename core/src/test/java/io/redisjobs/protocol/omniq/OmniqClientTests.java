package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.JobRefusedException;
import io.redisjobs.test.TestRedis;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The contract's operations, results and error codes. */
@ExtendWith(TestRedis.class)
class OmniqClientTests {

	private static final String QUEUE = "emails";

	private static final long NOW = 1_700_000_000_000L;

	private static final Map<String, Object> PAYLOAD = Map.of("to", "a@b.c");

	private OmniqFixture fixture;

	private OmniqClient client;

	@BeforeEach
	void open() {
		this.fixture = new OmniqFixture();
		this.client = this.fixture.client();
	}

	@AfterEach
	void close(Jedis jedis) {
		OmniqFixture.checkQueue(jedis, QUEUE);
		this.fixture.close();
	}

	@Test
	void aJobGoesFromPublishToAck(Jedis jedis) {
		String id = this.client.publish(QUEUE, PAYLOAD);
		assertThat(id).matches("[0-9A-HJKMNP-TV-Z]{26}");
		OmniqReserveResult.Job job = reserve();
		assertThat(job.jobId()).isEqualTo(id);
		assertThat(job.payload()).isEqualTo("{\"to\":\"a@b.c\"}");
		assertThat(job.attempt()).isOne();
		assertThat(job.maxAttempts()).isEqualTo(3);
		assertThat(job.gid()).isNull();
		assertThat(job.leaseToken()).hasSize(40);
		assertThat(job.lockUntilMs()).isGreaterThan(System.currentTimeMillis());
		this.client.ackSuccess(QUEUE, id, job.leaseToken());
		assertThat(jedis.hget("{emails}:job:" + id, "state")).isEqualTo("completed");
		assertThat(this.client.reserve(QUEUE)).isInstanceOf(OmniqReserveResult.Empty.class);
	}

	@Test
	void attemptsAreCountedUntilTheJobHasFailed() {
		OmniqPublishOptions options = OmniqPublishOptions.defaults()
			.withJobId("j")
			.withMaxAttempts(3)
			.withBackoffMs(100);
		this.client.publish(QUEUE, PAYLOAD, options, NOW);
		long now = NOW;
		for (int attempt = 1; attempt <= 2; attempt++) {
			OmniqReserveResult.Job job = reserve(now);
			assertThat(job.attempt()).isEqualTo(attempt);
			assertThat(this.client.ackFail(QUEUE, "j", job.leaseToken(), "Oops: no", now))
				.isEqualTo(new OmniqFailResult.Retry(now + 100));
			assertThat(this.client.promoteDelayed(QUEUE, 1000, now + 99)).isZero();
			now += 100;
			assertThat(this.client.promoteDelayed(QUEUE, 1000, now)).isOne();
		}
		OmniqReserveResult.Job job = reserve(now);
		assertThat(job.attempt()).isEqualTo(3);
		assertThat(this.client.ackFail(QUEUE, "j", job.leaseToken(), "Oops: no", now))
			.isEqualTo(new OmniqFailResult.Failed());
		assertThat(this.client.monitor().job(QUEUE, "j").orElseThrow().lastError()).isEqualTo("Oops: no");
	}

	@Test
	void aBoundedHeartbeatReachesATimeoutFromNow() {
		publish("j", 2000);
		OmniqReserveResult.Job job = reserve(NOW);
		assertThat(job.lockUntilMs()).isEqualTo(NOW + 2000);
		assertThat(this.client.heartbeat(QUEUE, "j", job.leaseToken(), NOW + 500)).isEqualTo(NOW + 2500);
		assertThat(this.client.heartbeat(QUEUE, "j", job.leaseToken(), NOW + 100)).isEqualTo(NOW + 2500);
	}

	@Test
	void anAdditiveHeartbeatAddsATimeout() {
		OmniqClient additive = this.fixture
			.client(OmniqSettings.defaults().withHeartbeatMode(OmniqSettings.HeartbeatMode.ADDITIVE));
		publish("j", 2000);
		OmniqReserveResult.Job job = reserve(NOW);
		assertThat(additive.heartbeat(QUEUE, "j", job.leaseToken(), NOW + 500)).isEqualTo(NOW + 4000);
		assertThat(additive.heartbeat(QUEUE, "j", job.leaseToken(), NOW + 500)).isEqualTo(NOW + 6000);
	}

	@Test
	void aCrashConsumesAnAttempt() {
		OmniqPublishOptions options = OmniqPublishOptions.defaults()
			.withTimeoutMs(1000)
			.withMaxAttempts(2)
			.withBackoffMs(50);
		this.client.publish(QUEUE, PAYLOAD, options, NOW);
		reserve(NOW);
		assertThat(this.client.reapExpired(QUEUE, 1000, NOW + 999)).isZero();
		assertThat(this.client.reapExpired(QUEUE, 1000, NOW + 1000)).isOne();
		assertThat(this.client.promoteDelayed(QUEUE, 1000, NOW + 1050)).isOne();
		assertThat(reserve(NOW + 1050).attempt()).isEqualTo(2);
		assertThat(this.client.reapExpired(QUEUE, 1000, NOW + 9000)).isOne();
		assertThat(this.client.monitor().stats(QUEUE).counts().failed()).isOne();
	}

	@Test
	void reapingCleansUpAnIdWithoutAJob(Jedis jedis) {
		publish("j", 1000);
		reserve(NOW);
		jedis.del("{emails}:job:j");
		assertThat(this.client.reapExpired(QUEUE, 1000, NOW + 1000)).isOne();
		assertThat(jedis.exists("{emails}:active", "{emails}:job:j", "{emails}:idx:active")).isZero();
	}

	@Test
	void idsWithoutAJobAreSkipped(Jedis jedis) {
		publish("ghost", 1000);
		publish("real", 1000);
		jedis.del("{emails}:job:ghost");
		assertThat(reserve(NOW).jobId()).isEqualTo("real");
		assertThat(jedis.exists("{emails}:job:ghost")).isFalse();
	}

	@Test
	void anIdThatIsInLineTwiceRunsOnce(Jedis jedis) {
		publish("j", 1000);
		jedis.rpush("{emails}:wait", "j");
		assertThat(reserve(NOW).jobId()).isEqualTo("j");
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
		assertThat(jedis.exists("{emails}:wait")).isFalse();
	}

	@Test
	void aDelayedIdWithoutAJobIsDropped(Jedis jedis) {
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId("d").withDueMs(NOW + 10), NOW);
		jedis.del("{emails}:job:d");
		assertThat(this.client.promoteDelayed(QUEUE, 1000, NOW + 10)).isOne();
		assertThat(jedis.exists("{emails}:job:d", "{emails}:wait", "{emails}:delayed")).isZero();
	}

	@Test
	void upkeepOfManyJobsIsCountedInAll() {
		for (int i = 0; i < 450; i++) {
			this.client.publish(QUEUE, List.of(i), OmniqPublishOptions.defaults().withDueMs(NOW + 1).withMaxAttempts(1),
					NOW);
		}
		assertThat(this.client.promoteDelayed(QUEUE, 430, NOW + 1)).isEqualTo(430);
		assertThat(this.client.promoteDelayed(QUEUE, 430, NOW + 1)).isEqualTo(20);
		assertThat(this.client.reserveMany(QUEUE, 450, NOW + 1)).hasSize(450);
		assertThat(this.client.reapExpired(QUEUE, 400, NOW + 100_000)).isEqualTo(400);
		assertThat(this.client.reapExpired(QUEUE, 1000, NOW + 100_000)).isEqualTo(50);
		assertThat(this.client.monitor().lane(QUEUE, OmniqLane.FAILED, 449, 2, false)).hasSize(1);
	}

	@Test
	void pausingOnlyStopsReserving(Jedis jedis) {
		publish("running", 1000);
		OmniqReserveResult.Job running = reserve(NOW);
		publish("waiting", 1000);
		assertThat(this.client.pause(QUEUE)).isEqualTo("OK");
		assertThat(this.client.isPaused(QUEUE)).isTrue();
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Paused.class);
		this.client.heartbeat(QUEUE, "running", running.leaseToken(), NOW);
		this.client.ackSuccess(QUEUE, "running", running.leaseToken(), NOW);
		publish("later", 1000);
		assertThat(jedis.lrange("{emails}:wait", 0, -1)).containsExactly("waiting", "later");
		assertThat(this.client.resume(QUEUE)).isOne();
		assertThat(this.client.resume(QUEUE)).isZero();
		assertThat(this.client.isPaused(QUEUE)).isFalse();
		assertThat(reserve(NOW).jobId()).isEqualTo("waiting");
	}

	@Test
	void groupsAndTheUngroupedLaneTakeTurns(Jedis jedis) {
		publishGrouped("a1", "a", 1);
		publishGrouped("a2", "a", 5);
		publishGrouped("b1", "b", 0);
		publish("u1", 1000);
		OmniqReserveResult.Job first = reserve(NOW);
		assertThat(first.jobId()).isEqualTo("a1");
		assertThat(first.gid()).isEqualTo("a");
		assertThat(reserve(NOW).jobId()).isEqualTo("u1");
		assertThat(reserve(NOW).jobId()).isEqualTo("b1");
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
		assertThat(jedis.get("{emails}:g:a:limit")).isEqualTo("1");
		this.client.ackSuccess(QUEUE, "a1", first.leaseToken(), NOW);
		assertThat(reserve(NOW).jobId()).isEqualTo("a2");
	}

	@Test
	void aBatchIsServedInTheSameTurns() {
		for (int i = 1; i <= 3; i++) {
			publishGrouped("a" + i, "a", 2);
			publishGrouped("b" + i, "b", 3);
			publish("u" + i, 1000);
		}
		List<String> ids = this.client.reserveMany(QUEUE, 20, NOW + 1)
			.stream()
			.map((result) -> ((OmniqReserveResult.Job) result).jobId())
			.toList();
		assertThat(ids).containsExactly("a1", "u1", "b1", "u2", "a2", "u3", "b2", "b3");
	}

	@Test
	void aRetriedJobGoesToTheEndOfItsGroup() {
		for (String id : List.of("g1", "g2", "g3")) {
			this.client.publish(QUEUE, PAYLOAD,
					OmniqPublishOptions.defaults().withJobId(id).withGroup("g", 1).withBackoffMs(0), NOW);
		}
		OmniqReserveResult.Job first = reserve(NOW);
		assertThat(this.client.ackFail(QUEUE, "g1", first.leaseToken(), null, NOW))
			.isEqualTo(new OmniqFailResult.Retry(NOW));
		this.client.promoteDelayed(QUEUE, 10, NOW);
		List<String> order = new ArrayList<>();
		while (this.client.reserve(QUEUE, NOW) instanceof OmniqReserveResult.Job job) {
			order.add(job.jobId());
			this.client.ackSuccess(QUEUE, job.jobId(), job.leaseToken(), NOW);
		}
		assertThat(order).containsExactly("g2", "g3", "g1");
	}

	@Test
	void aReapedGroupJobFreesItsSlot() {
		publishGrouped("g1", "g", 1);
		publishGrouped("g2", "g", 1);
		reserve(NOW);
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
		this.client.reapExpired(QUEUE, 10, NOW + 60_000);
		assertThat(reserve(NOW + 60_000).jobId()).isEqualTo("g2");
	}

	@Test
	void aDelayedGroupJobIsPromotedIntoItsGroup() {
		this.client.publish(QUEUE, PAYLOAD,
				OmniqPublishOptions.defaults().withJobId("d").withGroup("g", 1).withDueMs(NOW + 10), NOW);
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
		this.client.promoteDelayed(QUEUE, 10, NOW + 10);
		assertThat(reserve(NOW + 10).gid()).isEqualTo("g");
	}

	@Test
	void leaseErrorsCarryTheirCode(Jedis jedis) {
		publish("j", 1000);
		OmniqReserveResult.Job job = reserve(NOW);
		for (String operation : List.of("heartbeat", "success", "fail")) {
			assertCode(OmniqCode.TOKEN_REQUIRED, () -> callWith(operation, ""));
			assertCode(OmniqCode.TOKEN_MISMATCH, () -> callWith(operation, "other"));
		}
		double lock = jedis.zscore("{emails}:active", "j");
		jedis.zrem("{emails}:active", "j");
		for (String operation : List.of("heartbeat", "success", "fail")) {
			assertCode(OmniqCode.NOT_ACTIVE, () -> callWith(operation, job.leaseToken()));
		}
		jedis.zadd("{emails}:active", lock, "j");
		callWith("success", job.leaseToken());
		for (String operation : List.of("heartbeat", "success", "fail")) {
			assertCode(OmniqCode.TOKEN_MISMATCH, () -> callWith(operation, job.leaseToken()));
		}
		assertCode(OmniqCode.TOKEN_MISMATCH, () -> this.client.ackSuccess(QUEUE, "missing", "token"));
	}

	private void callWith(String operation, String token) {
		switch (operation) {
			case "heartbeat" -> this.client.heartbeat(QUEUE, "j", token, NOW);
			case "success" -> this.client.ackSuccess(QUEUE, "j", token, NOW);
			default -> this.client.ackFail(QUEUE, "j", token, "error", NOW);
		}
	}

	@Test
	void aBatchOfAcksAnswersForEachJob() {
		publish("one", 1000);
		publish("two", 1000);
		OmniqReserveResult.Job one = reserve(NOW);
		OmniqReserveResult.Job two = reserve(NOW);
		List<OmniqLease> leases = List.of(one.lease(), new OmniqLease("two", "wrong"), one.lease());
		assertThat(this.client.heartbeat(QUEUE, List.of(one.lease(), new OmniqLease("two", "wrong")), NOW))
			.containsExactly(new OmniqOutcome("one", null, NOW + 1000),
					new OmniqOutcome("two", OmniqCode.TOKEN_MISMATCH, 0));
		assertThat(this.client.ackSuccess(QUEUE, leases, NOW)).extracting(OmniqOutcome::error)
			.containsExactly(null, OmniqCode.TOKEN_MISMATCH, OmniqCode.TOKEN_MISMATCH);
		this.client.ackSuccess(QUEUE, "two", two.leaseToken());
	}

	@Test
	void oldCompletedJobsAreForgotten(Jedis jedis) {
		OmniqClient keepingTwo = this.fixture.client(OmniqSettings.defaults().withKept(2, 1));
		for (int i = 1; i <= 4; i++) {
			publish("j" + i, 1000);
			keepingTwo.ackSuccess(QUEUE, "j" + i, reserve(NOW).leaseToken(), NOW);
		}
		assertThat(jedis.lrange("{emails}:completed", 0, -1)).containsExactly("j4", "j3");
		assertThat(jedis.keys("{emails}:job:*")).hasSize(2);
		for (int i = 1; i <= 2; i++) {
			this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId("f" + i).withMaxAttempts(1),
					NOW);
			keepingTwo.ackFail(QUEUE, "f" + i, reserve(NOW).leaseToken(), "no", NOW);
		}
		assertThat(jedis.lrange("{emails}:failed", 0, -1)).containsExactly("f2");
	}

	@Test
	void nothingIsKeptOfCompletedJobsIfSaidSo(Jedis jedis) {
		OmniqClient keepingNone = this.fixture.client(OmniqSettings.defaults().withKept(0, -1));
		publishGrouped("j", "g", 1);
		keepingNone.ackSuccess(QUEUE, "j", reserve(NOW).leaseToken(), NOW);
		assertThat(jedis.keys("{emails}:job:*")).isEmpty();
		assertThat(jedis.exists("{emails}:completed", "{emails}:idx:completed", "{emails}:g:g:inflight")).isZero();
	}

	@Test
	void aDuplicateIdIsRejectedIgnoredOrOverwritten(Jedis jedis) {
		publish("j", 1000);
		assertCode(OmniqCode.DUPLICATE_ID, () -> publish("j", 5));
		OmniqPublishOptions again = OmniqPublishOptions.defaults().withJobId("j").withGroup("g", 1);
		OmniqClient ignoring = this.fixture
			.client(OmniqSettings.defaults().withOnDuplicate(OmniqSettings.OnDuplicate.IGNORE));
		assertThat(ignoring.publish(QUEUE, List.of(1), again, NOW)).isEqualTo("j");
		assertThat(jedis.hget("{emails}:job:j", "payload")).isEqualTo("{\"to\":\"a@b.c\"}");
		OmniqClient overwriting = this.fixture
			.client(OmniqSettings.defaults().withOnDuplicate(OmniqSettings.OnDuplicate.OVERWRITE));
		overwriting.publish(QUEUE, List.of(1), again, NOW);
		assertThat(jedis.llen("{emails}:wait")).isZero();
		overwriting.publish(QUEUE, List.of(2), again, NOW);
		OmniqReserveResult.Job job = reserve(NOW);
		assertThat(job.payload()).isEqualTo("[2]");
		assertCode(OmniqCode.DUPLICATE_ID, () -> overwriting.publish(QUEUE, List.of(3), again, NOW));
		assertThat(this.client.reserve(QUEUE, NOW)).isInstanceOf(OmniqReserveResult.Empty.class);
	}

	@Test
	void aFailedJobIsRetriedWithAllItsAttempts(Jedis jedis) {
		fail("f");
		publish("w", 1000);
		this.client.retryFailed(QUEUE, "f");
		assertCode(OmniqCode.NOT_FAILED, () -> this.client.retryFailed(QUEUE, "f"));
		assertCode(OmniqCode.NO_JOB, () -> this.client.retryFailed(QUEUE, "missing"));
		assertThat(jedis.lrange("{emails}:wait", 0, -1)).containsExactly("w", "f");
		assertThat(jedis.hgetAll("{emails}:job:f")).containsEntry("attempt", "0")
			.containsEntry("failed_ms", "")
			.containsEntry("last_error", "no");
	}

	@Test
	void failedJobsAreRetriedInBatches() {
		fail("f1");
		fail("f2");
		publish("w", 1000);
		assertThat(this.client.retryFailed(QUEUE, List.of("f1", "w", " ", "missing", "f2"), NOW))
			.extracting(OmniqOutcome::error)
			.containsExactly(null, OmniqCode.NOT_FAILED, OmniqCode.BAD_JOB_ID, OmniqCode.NO_JOB, null);
		List<String> tooMany = IntStream.rangeClosed(1, 101).mapToObj(String::valueOf).toList();
		assertCode(OmniqCode.BATCH_TOO_LARGE, () -> this.client.retryFailed(QUEUE, tooMany, NOW));
		assertCode(OmniqCode.BAD_ARGS, () -> this.client.retryFailed(QUEUE, List.of(), NOW));
	}

	@Test
	void aJobIsRemovedOnlyFromTheLaneItIsIn() {
		publish("active", 1000);
		reserve(NOW);
		publish("plain", 1000);
		publishGrouped("grouped", "g", 1);
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId("delayed").withDueMs(NOW + 1000),
				NOW);
		List<String> ids = List.of("plain", "missing", "grouped", "active", "delayed");
		assertThat(this.client.removeJobs(QUEUE, ids, OmniqLane.WAIT, NOW)).extracting(OmniqOutcome::error)
			.containsExactly(null, OmniqCode.NO_JOB, OmniqCode.NOT_IN_LANE, OmniqCode.ACTIVE, OmniqCode.LANE_MISMATCH);
		this.client.removeJob(QUEUE, "grouped", OmniqLane.GWAIT);
		this.client.removeJob(QUEUE, "delayed", OmniqLane.DELAYED);
		assertCode(OmniqCode.BAD_LANE, () -> this.client.removeJob(QUEUE, "active", OmniqLane.ACTIVE));
		assertThat(this.client.monitor().groupsReady(QUEUE, 10)).isEmpty();
	}

	@Test
	void finishedJobsAreRemoved(Jedis jedis) {
		fail("f");
		publish("c", 1000);
		this.client.ackSuccess(QUEUE, "c", reserve(NOW).leaseToken(), NOW);
		assertCode(OmniqCode.LANE_MISMATCH, () -> this.client.removeJob(QUEUE, "c", OmniqLane.FAILED));
		assertCode(OmniqCode.LANE_MISMATCH, () -> this.client.removeJob(QUEUE, "f", OmniqLane.GWAIT));
		this.client.removeJob(QUEUE, "c", OmniqLane.COMPLETED);
		this.client.removeJob(QUEUE, "f", OmniqLane.FAILED);
		assertThat(jedis.keys("{emails}:job:*")).isEmpty();
	}

	@Test
	void childrenAreCountedOnce(Jedis jedis) {
		this.client.childsInit("parent", 3);
		assertCode(OmniqCode.ALREADY_INIT, () -> this.client.childsInit("parent", 3));
		assertThat(this.client.childAck("parent", "a")).isEqualTo(2);
		assertThat(this.client.childAck("parent", "a")).isEqualTo(2);
		assertThat(this.client.childAck("parent", "b")).isEqualTo(1);
		assertThat(this.client.childAck("parent", "c")).isZero();
		assertCode(OmniqCode.NO_COUNTER, () -> this.client.childAck("parent", "c"));
		assertCode(OmniqCode.CHILD_REQUIRED, () -> this.client.childAck("parent", ""));
		assertCode(OmniqCode.BAD_EXPECTED, () -> this.client.childsInit("parent", 0));
		assertThat(TestRedis.keys(jedis)).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.childsInit("{x}", 1));
	}

	@Test
	void anAbandonedCounterIsForgottenIfSaidSo(Jedis jedis) {
		OmniqClient forgetting = this.fixture.client(OmniqSettings.defaults().withChildCounterTtl(Duration.ofHours(1)));
		forgetting.childsInit("parent", 2);
		forgetting.childAck("parent", "a");
		assertThat(jedis.pttl("{cc:parent}:count")).isPositive();
		assertThat(jedis.pttl("{cc:parent}:done")).isPositive();
	}

	@Test
	void theMonitorReadsQueuesStatsLanesAndGroups() {
		publish("u1", 1000);
		publish("u2", 1000);
		publishGrouped("g1", "g", 2);
		OmniqMonitor monitor = this.client.monitor();
		assertThat(monitor.queues()).containsExactly(QUEUE);
		assertThat(monitor.stats(QUEUE).counts()).isEqualTo(new OmniqStats.Counts(2, 1, 3, 0, 0, 0, 0));
		assertThat(monitor.stats(List.of(QUEUE, "none")).get("none").counts().waitingTotal()).isZero();
		assertThat(monitor.lane(QUEUE, OmniqLane.WAIT, 0, 2, false)).extracting(OmniqJob::id)
			.containsExactly("g1", "u1");
		assertThat(monitor.lane(QUEUE, OmniqLane.WAIT, 2, 2, false)).extracting(OmniqJob::id).containsExactly("u2");
		assertThat(monitor.lane(QUEUE, OmniqLane.WAIT, 0, 1, true)).extracting(OmniqJob::id).containsExactly("u2");
		assertThat(monitor.group(QUEUE, "g")).isEqualTo(new OmniqGroup("g", 0, 2, 1, NOW));
		assertThat(monitor.groupsReady(QUEUE, 10)).extracting(OmniqGroup::gid).containsExactly("g");
		assertThat(monitor.job(QUEUE, "g1").orElseThrow().gid()).isEqualTo("g");
		assertThat(monitor.job(QUEUE, "missing")).isEmpty();
		assertThat(monitor.overview(QUEUE, 10).get(OmniqLane.WAIT)).hasSize(3);
	}

	@Test
	void scriptsAreSentAgainAfterAFlush(Jedis jedis) {
		publish("j", 1000);
		jedis.scriptFlush();
		OmniqReserveResult.Job job = reserve(NOW);
		jedis.scriptFlush();
		this.client.ackSuccess(QUEUE, "j", job.leaseToken(), NOW);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " bad", "bad ", "bad:name", "{manual-tag}", "bad/name", "bad\\name", "bad name" })
	void aBadQueueNameIsRefused(String name, Jedis jedis) {
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> this.client.publish(name, PAYLOAD));
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> this.client.reserve(name));
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void queueBaseWrapsANameOnce() {
		assertThat(OmniqClient.queueBase("emails")).isEqualTo("{emails}");
		assertThat(OmniqClient.queueBase("{emails}")).isEqualTo("{emails}");
		assertThatExceptionOfType(InvalidQueueException.class).isThrownBy(() -> OmniqClient.queueBase("{a}{b}"));
	}

	static Stream<@Nullable Object> scalars() {
		return Stream.of("text", new StringBuilder("text"), 1, 1.5, true, 'c', null, new byte[] { 1 }, Instant.EPOCH);
	}

	@ParameterizedTest
	@MethodSource("scalars")
	void aPayloadThatIsNoObjectOrArrayIsRefused(@Nullable Object payload, Jedis jedis) {
		assertThatExceptionOfType(JobRefusedException.class).isThrownBy(() -> this.client.publish(QUEUE, payload))
			.withMessageContaining("JSON object or array");
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void payloadsKeepTheirText() {
		record Mail(String to, List<String> tags) {
		}
		this.client.publish(QUEUE, new Mail("ü<&>@x", List.of()), OmniqPublishOptions.defaults(), NOW);
		assertThat(reserve(NOW).payload()).isEqualTo("{\"to\":\"ü<&>@x\",\"tags\":[]}");
		this.client.publish(QUEUE, new int[] { 1, 2 }, OmniqPublishOptions.defaults(), NOW);
		assertThat(reserve(NOW).payload()).isEqualTo("[1,2]");
	}

	@Test
	void badOptionsAreRefused(Jedis jedis) {
		OmniqPublishOptions options = OmniqPublishOptions.defaults();
		for (OmniqPublishOptions bad : Arrays.asList(options.withJobId(" "), options.withJobId("a\nb"),
				options.withGid("a\u0000"), options.withGroup("g", -1), options.withMaxAttempts(0),
				options.withTimeoutMs(0), options.withTimeoutMs(10_000_000_000_000L), options.withBackoffMs(-1),
				options.withDueMs(-1), options.withDueMs(100_000_000_000_000L))) {
			assertThatExceptionOfType(JobRefusedException.class).as(bad.toString())
				.isThrownBy(() -> this.client.publish(QUEUE, PAYLOAD, bad));
		}
		OmniqClient small = this.fixture.client(OmniqSettings.defaults().withMaxPayload(5));
		assertThatExceptionOfType(JobRefusedException.class).isThrownBy(() -> small.publish(QUEUE, PAYLOAD));
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.reserve(QUEUE, 100_000_000_000_000L));
		assertThat(TestRedis.keys(jedis)).isEmpty();
	}

	@Test
	void aBlankGroupIsNone(Jedis jedis) {
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withGid("  "), NOW);
		assertThat(jedis.llen("{emails}:wait")).isOne();
	}

	@Test
	void aLineOfTheWrongTypeIsAnErrorAndLosesNothing(Jedis jedis) {
		publish("j", 1000);
		jedis.set("{emails}:active", "something else");
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.client.reserve(QUEUE, NOW))
			.withStackTraceContaining("WRONGTYPE");
		assertThat(jedis.lrange("{emails}:wait", 0, -1)).containsExactly("j");
		jedis.del("{emails}:active");
		assertThat(reserve(NOW).jobId()).isEqualTo("j");
	}

	@Test
	void numbersThatAreNoneDoNotStopTheQueue(Jedis jedis) {
		publish("odd", 1000);
		publish("even", 1000);
		jedis.hset("{emails}:job:odd",
				Map.of("timeout_ms", "inf", "attempt", "x", "max_attempts", "1e400", "backoff_ms", "nan"));
		OmniqReserveResult.Job odd = reserve(NOW);
		assertThat(odd.jobId()).isEqualTo("odd");
		assertThat(odd.attempt()).isOne();
		assertThat(odd.maxAttempts()).isOne();
		assertThat(odd.lockUntilMs()).isEqualTo(NOW + 60_000);
		assertThat(this.client.heartbeat(QUEUE, "odd", odd.leaseToken(), NOW + 1)).isEqualTo(NOW + 60_001);
		assertThat(this.client.ackFail(QUEUE, "odd", odd.leaseToken())).isInstanceOf(OmniqFailResult.Failed.class);
		assertThat(reserve(NOW).jobId()).isEqualTo("even");
	}

	@Test
	void aBatchOfLargePayloadsIsCutShort(Jedis jedis) {
		String large = "x".repeat(5 * 1024 * 1024);
		for (int i = 0; i < 4; i++) {
			this.client.publish(QUEUE, List.of(large), OmniqPublishOptions.defaults().withJobId("l" + i), NOW);
		}
		assertThat(this.client.reserveMany(QUEUE, 4, NOW)).hasSize(1);
		assertThat(jedis.lrange("{emails}:wait", 0, -1)).containsExactly("l1", "l2", "l3");
	}

	@Test
	void theServersClockCanBeUsed() {
		OmniqClient onServerTime = this.fixture
			.client(OmniqSettings.defaults().withTimeSource(OmniqSettings.TimeSource.REDIS));
		String id = onServerTime.publish(QUEUE, PAYLOAD);
		long created = this.client.monitor().job(QUEUE, id).orElseThrow().times().createdMs();
		assertThat(Math.abs(created - System.currentTimeMillis())).isLessThan(60_000);
		assertThat(onServerTime.reserve(QUEUE)).isInstanceOf(OmniqReserveResult.Job.class);
	}

	@Test
	void ulidsGrow() {
		Ulids ulids = new Ulids(Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));
		List<String> ids = IntStream.range(0, 10_000).mapToObj((i) -> ulids.next()).toList();
		assertThat(ids).isSorted().doesNotHaveDuplicates().allMatch((id) -> id.startsWith(ids.get(0).substring(0, 10)));
		assertThat(this.client.ulid()).isGreaterThan(ids.get(0));
	}

	private void fail(String id) {
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId(id).withMaxAttempts(1), NOW);
		this.client.ackFail(QUEUE, id, reserve(NOW).leaseToken(), "no", NOW);
	}

	private void publish(String id, long timeoutMs) {
		this.client.publish(QUEUE, PAYLOAD, OmniqPublishOptions.defaults().withJobId(id).withTimeoutMs(timeoutMs), NOW);
	}

	private void publishGrouped(String id, String gid, int limit) {
		OmniqPublishOptions options = OmniqPublishOptions.defaults().withJobId(id);
		this.client.publish(QUEUE, PAYLOAD, (limit > 0) ? options.withGroup(gid, limit) : options.withGid(gid), NOW);
	}

	private OmniqReserveResult.Job reserve() {
		return reserve(0);
	}

	private OmniqReserveResult.Job reserve(long nowMs) {
		return (OmniqReserveResult.Job) this.client.reserve(QUEUE, nowMs);
	}

	private static void assertCode(OmniqCode code, ThrowingCallable call) {
		assertThatExceptionOfType(OmniqException.class).isThrownBy(call)
			.satisfies((ex) -> assertThat(ex.code()).isEqualTo(code))
			.satisfies((ex) -> assertThat(ex.rawCode()).isEqualTo(code.name()));
	}

}
