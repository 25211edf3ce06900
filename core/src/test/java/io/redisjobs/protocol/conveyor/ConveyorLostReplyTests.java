package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.ReplyLosingProxy;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Redis has done what it was asked to, and its reply was lost. */
@ExtendWith(TestRedis.class)
class ConveyorLostReplyTests {

	private final Conveyor conveyor = new Conveyor();

	private final ConveyorClient client = this.conveyor.client();

	private final ReplyLosingProxy proxy = new ReplyLosingProxy(TestRedis.port());

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port()));

	private JobQueue queue;

	/** A script that Redis does not know yet has two replies. */
	@BeforeEach
	void useEveryScript() {
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.queue = this.conveyor.open("mail", this.connections);
		add("warm", "up");
		List<Completion> jobs = take(2);
		this.queue.complete(jobs.subList(0, 1));
		this.queue.fail(failure(jobs.get(1), FailureAction.release()));
		this.queue.complete(take(1));
	}

	@AfterEach
	void close() {
		this.queue.close();
		this.connections.destroy();
		this.proxy.close();
		this.conveyor.close();
	}

	@Test
	void whatWasCompletedIsCompleted() {
		add("a", "b");
		List<Completion> done = take(2);
		loseReply(() -> this.queue.complete(done));
		assertThat(this.queue.complete(done)).containsExactly(Settlement.completed(), Settlement.completed());
		assertThat(this.queue.complete(done)).extracting(Settlement::outcome)
			.containsOnly(Settlement.Outcome.LEASE_LOST);
	}

	@Test
	void childrenAreReleasedOnceThoughTheirParentsReplyWasLost() {
		add("a");
		List<Completion> done = take(1);
		this.client.add(Conveyor.job("mail", "child").parentUuid(Conveyor.uuid("a")).build(), false);
		loseReply(() -> this.queue.complete(done));
		Exchange exchange = this.queue.exchange(done, 5);
		assertThat(exchange.settlements()).containsExactly(Settlement.completed());
		assertThat(exchange.reservation().jobs()).hasSize(1);
	}

	@Test
	void whatWasTakenInALostReplyIsHandedOut() {
		add("a", "b");
		// take, then own
		loseReply(() -> this.queue.reserve(2, Duration.ZERO));
		assertThat(take(2)).hasSize(2);
		assertThat(take(2)).isEmpty();
	}

	@Test
	void whatWasOwnedInALostReplyIsHandedOut(Jedis jedis) {
		add("a", "b");
		this.proxy.loseReplyAfter(1);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.queue.reserve(2, Duration.ZERO));
		assertThat(jedis.scard("jobs:active")).isEqualTo(2);
		List<Completion> taken = take(2);
		assertThat(taken).hasSize(2);
		assertThat(take(2)).isEmpty();
		assertThat(this.queue.complete(taken)).containsOnly(Settlement.completed());
		assertThat(jedis.scard("jobs:active")).isZero();
	}

	@Test
	void whatWasOwnedInALostReplyIsHandedOutThoughTheQueueRests() {
		add("a");
		List<Completion> running = take(1);
		add("b");
		this.proxy.loseReplyAfter(1);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.queue.reserve(1, Duration.ZERO));
		this.queue.fail(failure(running.get(0), FailureAction.releaseAndRest(Duration.ofHours(1))));
		Exchange exchange = this.queue.exchange(List.of(), 5);
		assertThat(exchange.reservation().jobs()).extracting(ReservedJob::id).containsExactly(Conveyor.uuid("b"));
		assertThat(this.queue.reserve(5, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.THROTTLED);
	}

	@Test
	void whatFailedHasFailedOnce() {
		add("a", "b", "c");
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
		assertThat(this.client.countFailed()).isOne();
		assertThat(this.client.countScheduled()).isOne();
		assertThat(this.client.countQueued("mail")).isOne();
		List<Completion> again = take(1);
		assertThat(this.queue.complete(again)).containsOnly(Settlement.completed());
	}

	private void loseReply(Runnable call) {
		this.proxy.loseNextReply();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(call::run);
	}

	private List<Completion> take(int max) {
		return Conveyor.take(this.queue, max).stream().map((job) -> new Completion(job, new byte[0])).toList();
	}

	private static Failure failure(Completion of, FailureAction action) {
		return new Failure(of.job(), new IllegalStateException("no"), action);
	}

	private void add(String... names) {
		for (String name : names) {
			this.client.add(Conveyor.job("mail", name).build(), false);
		}
	}

}
