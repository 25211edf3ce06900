package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import io.redisjobs.JobOptions;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
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
import static org.awaitility.Awaitility.await;

/** Redis has done what it was asked to, and its reply was lost. */
@ExtendWith(TestRedis.class)
class StreamsLostReplyTests {

	private static final UnaryOperator<StreamsSettings.Builder> SETTINGS = (settings) -> settings.resultsTo("completed")
		.failuresTo("failed");

	private final ReplyLosingProxy proxy = new ReplyLosingProxy(TestRedis.port());

	private final StreamsQueues queues = new StreamsQueues(
			new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port())));

	private final JobQueue queue = this.queues.open("tts", SETTINGS);

	/** A script that Redis does not know yet has two replies. */
	@BeforeEach
	void useEveryScript(Jedis jedis) {
		publish(3);
		List<Completion> jobs = take(3);
		this.queue.complete(jobs.subList(0, 1));
		this.queue.fail(failure(jobs.get(1), FailureAction.fail()));
		this.queue.fail(failure(jobs.get(2), FailureAction.release()));
		this.queue.complete(take(1));
		jedis.del("jobs:completed", "jobs:failed");
	}

	@AfterEach
	void close() {
		this.queues.close();
		this.proxy.close();
	}

	@Test
	void whatWasCompletedIsCompletedAndHasOneResult(Jedis jedis) {
		publish(2);
		List<Completion> done = take(2);
		loseReply(() -> this.queue.complete(done));
		assertThat(this.queue.complete(done)).containsExactly(Settlement.completed(), Settlement.completed());
		assertThat(jedis.xlen("jobs:completed")).isEqualTo(2);
	}

	@Test
	void whatWasCompletedInAnExchangeHasOneResultAndOthersAreTaken(Jedis jedis) {
		publish(4);
		List<Completion> done = take(2);
		loseReply(() -> this.queue.exchange(done, 2));
		Exchange exchange = this.queue.exchange(done, 2);
		assertThat(exchange.settlements()).containsExactly(Settlement.completed(), Settlement.completed());
		assertThat(exchange.reservation().jobs()).hasSize(2);
		assertThat(jedis.xlen("jobs:completed")).isEqualTo(2);
	}

	@Test
	void entriesThatTheScriptTookInALostReplyAreHandedOut(Jedis jedis) {
		// how large entries are is not known yet, so that the script reads them
		JobQueue fresh = this.queues.open("tts", SETTINGS);
		assertThat(fresh.reserve(1, Duration.ZERO).jobs()).isEmpty();
		publish(2);
		loseReply(() -> fresh.reserve(2, Duration.ZERO));
		publish(1);
		List<? extends ReservedJob> jobs = fresh.reserve(2, Duration.ZERO).jobs();
		assertThat(jobs).hasSize(2);
		assertThat(jobs).extracting(ReservedJob::attempt).containsOnly(1);
		List<Completion> done = jobs.stream().map((job) -> new Completion(job, Bytes.of("1"))).toList();
		assertThat(fresh.complete(done)).containsOnly(Settlement.completed());
		assertThat(fresh.reserve(2, Duration.ZERO).jobs()).hasSize(1);
		assertThat(jedis.xlen("jobs:completed")).isEqualTo(2);
	}

	@Test
	void whatWasFoundIsHandedOutThoughCompletingOthersHasNoAnswerBefore(Jedis jedis) {
		publish(2);
		List<Completion> jobs = take(2);
		this.queue.extend(jobs.stream().map(Completion::job).toList());
		this.queue.fail(failure(jobs.get(1), FailureAction.release()));
		loseReply(() -> take(1));
		List<Completion> done = jobs.subList(0, 1);
		// the taking call is asked about and the found lease extended before it
		this.proxy.loseReplyAfter(2);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.queue.exchange(done, 1));
		Exchange exchange = this.queue.exchange(done, 1);
		assertThat(exchange.settlements()).containsExactly(Settlement.completed());
		assertThat(exchange.reservation().jobs()).singleElement()
			.satisfies((job) -> assertThat(job.id()).isEqualTo(jobs.get(1).job().id()));
		assertThat(jedis.xlen("jobs:completed")).isOne();
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
		assertThat(jedis.xlen("jobs:failed")).isOne();
		assertThat(this.queue.complete(take(1))).containsOnly(Settlement.completed());
	}

	@Test
	void entriesDeliveredInTheLostReplyOfAReadAreHandedOut(Jedis jedis) {
		publish(2);
		// the call that takes what is due comes before the read
		this.proxy.loseReplyAfter(1);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> take(2));
		assertDelivered(jedis, 2);
		publish(1);
		List<Completion> done = take(3);
		assertThat(done).hasSize(2).allSatisfy((completion) -> assertThat(completion.job().attempt()).isOne());
		Exchange exchange = this.queue.exchange(done, 3);
		assertThat(exchange.settlements()).containsOnly(Settlement.completed());
		assertThat(exchange.reservation().jobs()).hasSize(1);
		assertThat(jedis.xlen("jobs:completed")).isEqualTo(2);
	}

	@Test
	void entriesDeliveredInTheLostReplyOfAWaitAreHandedOut(Jedis jedis) {
		assertThat(this.queue.reserve(1, Duration.ofMillis(1)).jobs()).isEmpty();
		publish(1);
		this.proxy.loseReplyAfter(1);
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.queue.reserve(1, Duration.ofSeconds(20)));
		assertDelivered(jedis, 1);
		assertThat(this.queue.reserve(1, Duration.ofSeconds(20)).jobs()).hasSize(1)
			.allSatisfy((job) -> assertThat(job.attempt()).isOne());
		assertThat(take(1)).isEmpty();
	}

	@Test
	void entriesOfAWaitAreHandedOutThoughItIsNotKnownWhetherTheQueueIsPaused(Jedis jedis) {
		assertThat(this.queue.reserve(1, Duration.ofMillis(1)).jobs()).isEmpty();
		publish(1);
		this.proxy.loseReplyAfter(2);
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.queue.reserve(1, Duration.ofSeconds(20)));
		assertDelivered(jedis, 1);
		assertThat(take(2)).hasSize(1);
	}

	@Test
	void whatIsHeldIsNotHandedOutWithWhatWasLost() {
		publish(3);
		List<Completion> held = new ArrayList<>(take(3));
		this.queue.extend(held.stream().map(Completion::job).toList());
		publish(5);
		this.proxy.loseReplyAfter(1);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> take(5));
		for (int expected : new int[] { 2, 2, 1, 0 }) {
			List<Completion> next = take(2);
			assertThat(next).hasSize(expected);
			held.addAll(next);
		}
		assertThat(held).extracting((completion) -> completion.job().id()).doesNotHaveDuplicates();
		assertThat(this.queue.complete(held)).hasSize(8).containsOnly(Settlement.completed());
	}

	@Test
	void whatWasLostWaitsWhileTheQueueIsPaused() {
		publish(1);
		this.proxy.loseReplyAfter(1);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> take(1));
		this.queue.pause();
		assertThat(this.queue.reserve(1, Duration.ZERO).kind()).isEqualTo(Reservation.Kind.PAUSED);
		this.queue.resume();
		assertThat(take(1)).hasSize(1);
	}

	@Test
	void eachEntryIsHandedOutOnceHoweverManyReadAndLoseReplies(Jedis jedis) throws Exception {
		int count = 2_000;
		publish(count);
		Set<String> handedOut = ConcurrentHashMap.newKeySet();
		List<String> twice = Collections.synchronizedList(new ArrayList<>());
		AtomicInteger calls = new AtomicInteger();
		AtomicInteger completed = new AtomicInteger();
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try {
			for (int i = 0; i < 4; i++) {
				Duration wait = Duration.ofMillis((i == 0) ? 5 : 0);
				threads.execute(() -> {
					while (completed.get() < count) {
						if (calls.incrementAndGet() % 7 == 0) {
							this.proxy.loseReplyAfter(3);
						}
						List<Completion> jobs = reserveSomehow(wait);
						jobs.stream()
							.map((completion) -> completion.job().token())
							.filter((token) -> !handedOut.add(token))
							.forEach(twice::add);
						completed.addAndGet(completeSomehow(jobs));
					}
				});
			}
			await().atMost(Duration.ofSeconds(60)).until(() -> completed.get() >= count);
		}
		finally {
			completed.addAndGet(count);
			threads.shutdown();
			assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
		}
		assertThat(twice).isEmpty();
		assertThat(handedOut).hasSize(count).allMatch((token) -> token.endsWith("/1"));
		assertThat(jedis.xlen("jobs:completed")).isEqualTo(count);
		assertThat(this.proxy.lost()).isGreaterThan(20);
	}

	private List<Completion> reserveSomehow(Duration wait) {
		try {
			return this.queue.reserve(3, wait)
				.jobs()
				.stream()
				.map((job) -> new Completion(job, Bytes.of("1")))
				.toList();
		}
		catch (DataAccessException ex) {
			return List.of();
		}
	}

	private int completeSomehow(List<Completion> jobs) {
		while (!jobs.isEmpty()) {
			try {
				return (int) this.queue.complete(jobs).stream().filter(Settlement.completed()::equals).count();
			}
			catch (DataAccessException ex) {
				// once more
			}
		}
		return 0;
	}

	private static void assertDelivered(Jedis jedis, int count) {
		assertThat(jedis.xpending("jobs:tts", "worker-group").getTotal()).isEqualTo(count);
	}

	@Test
	void aRunThatBeganInALostReplyIsNoInterruptedOne(Jedis jedis) {
		JobQueue once = this.queues.open("refunds", (settings) -> settings.oncePerJobId(true));
		StreamsQueues.publish(once, "1");
		StreamsQueues.complete(once, StreamsQueues.take(once), "1");
		StreamsQueues.publish(once, "1", new JobOptions().id("refund-1"));
		StreamsQueues.publish(once, "1", new JobOptions().id("refund-2"));
		// the call that takes what is due and the read come before it
		this.proxy.loseReplyAfter(2);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> once.reserve(2, Duration.ZERO));
		assertThat(jedis.exists("jobs:refunds:once:worker-group:refund-1")).isTrue();
		List<EnvelopedJob> jobs = StreamsQueues.takeAll(once, 2);
		assertThat(jobs).extracting(EnvelopedJob::id).containsExactly("refund-1", "refund-2");
		assertThat(jobs).allSatisfy((job) -> assertThat(job.refusal()).isEmpty());
		assertThat(StreamsQueues.complete(once, jobs.get(0), "1")).isEqualTo(Settlement.completed());
		assertThat(StreamsQueues.takeAll(once, 2)).isEmpty();
	}

	private void loseReply(Runnable call) {
		this.proxy.loseNextReply();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(call::run);
	}

	private List<Completion> take(int max) {
		return this.queue.reserve(max, Duration.ZERO)
			.jobs()
			.stream()
			.map((job) -> new Completion(job, Bytes.of("1")))
			.toList();
	}

	private static Failure failure(Completion of, FailureAction action) {
		return new Failure(of.job(), new IllegalStateException("no"), action);
	}

	private void publish(int count) {
		for (int i = 0; i < count; i++) {
			StreamsQueues.publish(this.queue, "1");
		}
	}

}
