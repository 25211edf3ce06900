package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.test.ReplyLosingProxy;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Redis has done what it was asked to, and its reply was lost. */
@ExtendWith(TestRedis.class)
class OmniqLostReplyTests {

	private final ReplyLosingProxy proxy = new ReplyLosingProxy(TestRedis.port());

	private final OmniqFixture fixture = new OmniqFixture(
			new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port())));

	private final OmniqJobQueue queue = this.fixture.queue("jobs", OmniqSettings.defaults());

	/** A script that Redis does not know yet has two replies. */
	@BeforeEach
	void useEveryScript() {
		publish(3);
		List<Completion> done = take(3);
		this.queue.complete(done.subList(0, 1));
		this.queue.fail(failure(done.get(1), FailureAction.fail()));
		this.queue.fail(failure(done.get(2), FailureAction.release()));
		this.queue.complete(take(1));
	}

	@AfterEach
	void close(Jedis jedis) {
		OmniqFixture.checkQueue(jedis, "jobs");
		this.queue.close();
		this.fixture.close();
		this.proxy.close();
	}

	@Test
	void whatWasCompletedIsCompleted() {
		publish(2);
		List<Completion> done = take(2);
		loseReply(() -> this.queue.complete(done));
		assertThat(this.queue.complete(done)).containsExactly(Settlement.completed(), Settlement.completed());
		assertThat(this.queue.complete(done)).extracting(Settlement::outcome)
			.containsOnly(Settlement.Outcome.LEASE_LOST);
	}

	@Test
	void anAckThatTheDriverSendsAgainIsNoLostLease() {
		publish(1);
		OmniqLease lease = leases(take(1)).get(0);
		OmniqScripts scripts = this.fixture.scripts();
		OnceCall call = scripts.ackSuccess(new OmniqKeys("jobs"), System.currentTimeMillis(), 100, List.of(lease));
		loseReply(() -> scripts.send(call));
		assertThat(scripts.send(call).texts()).containsExactly("OK");
	}

	@Test
	void anAckThatTheClientIsAskedToRepeatIsNoLostLease() {
		OmniqClient client = this.fixture.client();
		publish(3);
		List<OmniqLease> leases = leases(take(3));
		loseReply(() -> client.ackSuccess("jobs", leases.subList(0, 2), 0));
		assertThat(client.ackSuccess("jobs", leases.subList(1, 3), 0)).extracting(OmniqOutcome::ok)
			.containsExactly(true, true);
		client.ackSuccess("jobs", leases.get(0).jobId(), leases.get(0).token());
		assertThatExceptionOfType(OmniqException.class)
			.isThrownBy(() -> client.ackSuccess("jobs", leases.get(0).jobId(), leases.get(0).token()))
			.withMessageContaining("TOKEN_MISMATCH");
	}

	@Test
	void aFailureThatTheClientIsAskedToRepeatIsNoLostLease(Jedis jedis) {
		OmniqClient client = this.fixture.client();
		publish(1);
		OmniqLease lease = leases(take(1)).get(0);
		loseReply(() -> client.ackFail("jobs", lease.jobId(), lease.token()));
		assertThat(client.ackFail("jobs", lease.jobId(), lease.token()))
			.isEqualTo(new OmniqFailResult.Retry(Long.parseLong(jedis.hget("{jobs}:job:" + lease.jobId(), "due_ms"))));
		assertThatExceptionOfType(OmniqException.class)
			.isThrownBy(() -> client.ackFail("jobs", lease.jobId(), lease.token()))
			.withMessageContaining("TOKEN_MISMATCH");
	}

	@Test
	void whatHasEndedOtherwiseIsNoSuccess() {
		OmniqClient client = this.fixture.client();
		publish(2);
		List<Completion> jobs = take(2);
		OmniqLease lease = leases(jobs).get(0);
		loseReply(() -> client.ackFail("jobs", lease.jobId(), lease.token()));
		assertThat(client.ackSuccess("jobs", List.of(lease), 0)).extracting(OmniqOutcome::error)
			.containsExactly(OmniqCode.TOKEN_MISMATCH);
		loseReply(() -> this.queue.fail(failure(jobs.get(1), FailureAction.release())));
		assertThat(this.queue.complete(jobs.subList(1, 2))).containsExactly(Settlement.released());
	}

	@Test
	void jobsTakenInALostReplyComeWithTheNextOnes() {
		publish(6);
		List<Completion> done = take(2);
		loseReply(() -> this.queue.exchange(done, 2));
		publish(1);
		Exchange exchange = this.queue.exchange(done, 3);
		assertThat(exchange.settlements()).containsExactly(Settlement.completed(), Settlement.completed());
		assertThat(exchange.reservation().jobs()).hasSize(3);
		assertThat(exchange.reservation().jobs()).extracting(ReservedJob::attempt).containsOnly(1);
		assertThat(exchange.reservation().jobs()).extracting((job) -> Bytes.text(job.payload())).containsOnly("{}");
		assertThat(this.queue.inspect().counts()).containsEntry(JobState.ACTIVE, 3L)
			.containsEntry(JobState.WAITING, 2L);
		List<Completion> all = completions(exchange.reservation().jobs());
		assertThat(this.queue.complete(all)).containsOnly(Settlement.completed());
	}

	@Test
	void completionsMayBeRepeatedInOtherCompany() {
		publish(4);
		List<Completion> done = take(4);
		loseReply(() -> this.queue.exchange(done.subList(1, 3), 0));
		List<Completion> others = new ArrayList<>(done);
		Collections.reverse(others);
		assertThat(this.queue.complete(others)).hasSize(4).containsOnly(Settlement.completed());
	}

	@Test
	void jobsTakenInALostReservationAreHandedOut() {
		publish(3);
		loseReply(() -> this.queue.reserve(2, Duration.ZERO));
		assertThat(take(2)).hasSize(2);
		assertThat(this.queue.inspect().counts()).containsEntry(JobState.ACTIVE, 2L);
	}

	@Test
	void jobsTakenInALostReservationComeWithOthers() {
		publish(3);
		loseReply(() -> this.queue.reserve(2, Duration.ZERO));
		assertThat(take(3)).hasSize(3);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 3, 4, 5 })
	void nothingIsForgottenWhereOneReplyAfterTheOtherIsLost(int between) {
		publish(3);
		loseReply(() -> this.queue.reserve(2, Duration.ZERO));
		this.proxy.loseReplyAfter(between);
		List<Completion> taken = new ArrayList<>();
		for (int i = 0; i < 4 && taken.size() < 3; i++) {
			taken.addAll(repeated(() -> take(3)));
		}
		assertThat(taken).extracting((completion) -> completion.job().id()).hasSize(3).doesNotHaveDuplicates();
		assertThat(repeated(() -> this.queue.complete(taken))).hasSize(3).containsOnly(Settlement.completed());
	}

	@Test
	void aRestingQueueStillHandsOutWhatItHas() {
		publish(3);
		List<Completion> running = take(2);
		loseReply(() -> this.queue.reserve(1, Duration.ZERO));
		this.queue.fail(failure(running.get(0), FailureAction.releaseAndRest(Duration.ofHours(1))));
		Exchange exchange = this.queue.exchange(running.subList(1, 2), 2);
		assertThat(exchange.settlements()).containsExactly(Settlement.completed());
		assertThat(exchange.reservation().jobs()).hasSize(1);
		assertThat(this.queue.reserve(2, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.THROTTLED);
	}

	@Test
	void whatSomebodyElseHasByNowIsNotHandedOut(Jedis jedis) {
		publish(2);
		loseReply(() -> this.queue.reserve(2, Duration.ZERO));
		String lost = jedis.zrange("{jobs}:active", 0, 0).get(0);
		this.fixture.client().reapExpired("jobs", 1, System.currentTimeMillis() + 3_600_000);
		assertThat(take(2)).hasSize(1).noneMatch((completion) -> completion.job().id().equals(lost));
	}

	@Test
	void whatFailedHasFailedOnce(Jedis jedis) {
		publish(3);
		List<Completion> jobs = take(3);
		List<FailureAction> actions = List.of(FailureAction.fail(), FailureAction.retryAfter(Duration.ofHours(1)),
				FailureAction.release());
		List<Settlement.Outcome> outcomes = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			Failure failure = failure(jobs.get(i), actions.get(i));
			loseReply(() -> this.queue.fail(failure));
			outcomes.add(this.queue.fail(failure).outcome());
		}
		assertThat(outcomes).containsExactly(Settlement.Outcome.FAILED, Settlement.Outcome.RETRYING,
				Settlement.Outcome.RELEASED);
		assertThat(jedis.llen("{jobs}:failed")).isEqualTo(2);
	}

	private void loseReply(Runnable call) {
		this.proxy.loseNextReply();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(call::run);
	}

	private static <T> T repeated(Supplier<T> call) {
		try {
			return call.get();
		}
		catch (DataAccessException ex) {
			return call.get();
		}
	}

	private List<Completion> take(int max) {
		return completions(this.queue.reserve(max, Duration.ZERO).jobs());
	}

	private static List<Completion> completions(List<? extends ReservedJob> jobs) {
		return jobs.stream().map((job) -> new Completion(job, new byte[0])).toList();
	}

	private static List<OmniqLease> leases(List<Completion> taken) {
		return taken.stream().map((done) -> new OmniqLease(done.job().id(), done.job().token())).toList();
	}

	private static Failure failure(Completion of, FailureAction action) {
		return new Failure(of.job(), new IllegalStateException("no"), action);
	}

	private void publish(int count) {
		this.queue.publish(Collections.nCopies(count, new NewJob(Bytes.of("{}"), new JobOptions())));
	}

}
