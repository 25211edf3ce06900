package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The contract's operations, results and error codes. */
class OmniqClientTests extends OmniqClientFixture {

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
	void scriptsAreSentAgainAfterAFlush(Jedis jedis) {
		publish("j", 1000);
		jedis.scriptFlush();
		OmniqReserveResult.Job job = reserve(NOW);
		jedis.scriptFlush();
		this.client.ackSuccess(QUEUE, "j", job.leaseToken(), NOW);
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

}
