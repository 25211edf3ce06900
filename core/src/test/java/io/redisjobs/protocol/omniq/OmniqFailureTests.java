package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.redisjobs.Backoff;
import io.redisjobs.JobOptions;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OddErrors;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.core.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** Odd failures, odd clocks. */
@ExtendWith(TestRedis.class)
class OmniqFailureTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final OmniqFixture fixture = new OmniqFixture();

	private final OmniqJobQueue queue = this.fixture.queue("jobs", OmniqSettings.defaults());

	@AfterEach
	void close() {
		this.queue.close();
		this.fixture.close();
	}

	private static ReservedJob take(OmniqJobQueue queue) {
		JobOptions options = new JobOptions().attempts(3).backoff(Backoff.fixed(Duration.ofMinutes(5)));
		queue.publish(List.of(new NewJob(Bytes.of("{}"), options)));
		return queue.reserve(1, Duration.ZERO).jobs().get(0);
	}

	@Test
	void anOddErrorEndsAnAttemptLikeAnyOther(Jedis jedis) {
		for (Throwable error : OddErrors.all()) {
			ReservedJob job = take(this.queue);
			assertThat(this.queue.fail(new Failure(job, error, FailureAction.fail()))).isEqualTo(Settlement.failed());
			assertThat(jedis.hget("{jobs}:job:" + job.id(), "last_error")).isNotBlank();
		}
	}

	@Test
	void anEndlessDelayEndsAnAttemptLikeAnyOther(Jedis jedis) {
		FailureAction action = FailureAction.retryAfter(Duration.ofSeconds(Long.MAX_VALUE));
		assertThat(this.queue.fail(new Failure(take(this.queue), new RuntimeException(), action)).outcome())
			.isEqualTo(Settlement.Outcome.RETRYING);
		assertThat(this.queue.reserve(1, Duration.ofMillis(1)).kind()).isEqualTo(Reservation.Kind.EMPTY);
		OmniqFixture.checkQueue(jedis, "jobs");
	}

	@Test
	void aScriptThatDoesNotAnswerForEachJobIsNotCalledForEver() {
		Map<String, RedisScript<?>> scripts = new HashMap<>();
		OmniqScripts.NAMES.forEach((name) -> scripts.put(name, ContractScripts.read("omniq", name)));
		scripts.put("ackSuccess", RedisScript.of("return {}", List.class));
		OmniqAcks acks = new OmniqAcks(new OmniqKeys("jobs"),
				new OmniqScripts(new ContractScripts("omniq", new ScriptRunner(this.fixture.connections()), scripts)));
		List<OmniqLease> leases = List.of(new OmniqLease("1", "token"));
		assertTimeoutPreemptively(Duration.ofSeconds(20),
				() -> assertThatExceptionOfType(IndexOutOfBoundsException.class)
					.isThrownBy(() -> acks.success(0, 10, leases)));
	}

	@Test
	void aRestEnds() {
		FailureAction action = FailureAction.releaseAndRest(Duration.ofMillis(50));
		this.queue.fail(new Failure(take(this.queue), new RuntimeException(), action));
		await().until(() -> !this.queue.reserve(1, Duration.ZERO).jobs().isEmpty());
	}

	@ParameterizedTest
	@ValueSource(ints = { -3600, 3600 })
	void timesAreThisWorkersThoughTheServersClockStampsTheJobs(int seconds) {
		Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(seconds));
		OmniqJobQueue queue = this.fixture.queue("jobs",
				OmniqSettings.defaults().withTimeSource(OmniqSettings.TimeSource.REDIS), clock);
		ReservedJob job = take(queue);
		assertLeased(job.leaseEnd(), clock);
		assertLeased(queue.extend(List.of(job)).get(0).at(), clock);
		Settlement retry = queue.fail(new Failure(job, new RuntimeException(), FailureAction.retry()));
		assertThat(Duration.between(clock.instant(), retry.at())).isBetween(Duration.ofMinutes(4),
				Duration.ofMinutes(5));
		queue.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { -3600, 3600 })
	void aRetryIsWaitedForByTheServersClock(int seconds) {
		Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(seconds));
		OmniqJobQueue queue = this.fixture.queue("jobs",
				OmniqSettings.defaults().withTimeSource(OmniqSettings.TimeSource.REDIS), clock);
		FailureAction action = FailureAction.retryAfter(Duration.ofMillis(200));
		queue.fail(new Failure(take(queue), new RuntimeException(), action));
		assertThat(queue.reserve(1, Duration.ofSeconds(20)).jobs()).hasSize(1);
		queue.close();
	}

	private static void assertLeased(Instant end, Clock clock) {
		assertThat(Duration.between(clock.instant(), end)).isBetween(LEASE.minusSeconds(20), LEASE);
	}

}
