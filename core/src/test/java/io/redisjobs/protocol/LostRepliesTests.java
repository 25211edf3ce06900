package io.redisjobs.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.redisjobs.JobOptions;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.ReplyLosingProxy;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Replies are lost while many take jobs and end runs on one queue. */
@ExtendWith(TestRedis.class)
class LostRepliesTests {

	private static final int JOBS = 1000;

	static Stream<RepeatedPublishTests.Contract> contracts() {
		return RepeatedPublishTests.contracts();
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void eachJobIsHandedOutOnceAndEndsOnce(RepeatedPublishTests.Contract contract) throws Exception {
		ReplyLosingProxy proxy = new ReplyLosingProxy(TestRedis.port());
		JedisConnectionFactory connections = new JedisConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", proxy.port()));
		connections.afterPropertiesSet();
		connections.start();
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try (proxy; JobQueue queue = contract.open(new ScriptRunner(connections))) {
			queue.publish(IntStream.range(0, JOBS)
				.mapToObj((i) -> new NewJob(Bytes.of("{}"), new JobOptions().attempts(3)))
				.toList());
			Work work = new Work(queue, proxy);
			for (int i = 0; i < 4; i++) {
				Random random = new Random(i);
				// one waits on behalf of all, as in a container
				Duration wait = Duration.ofMillis((i == 0) ? 5 : 0);
				threads.execute(() -> work.go(random, wait));
			}
			await().atMost(Duration.ofSeconds(60)).until(() -> work.ended.get() >= JOBS || !work.odd.isEmpty());
			work.stopped = true;
			threads.shutdown();
			assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
			assertThat(work.odd).isEmpty();
			assertThat(work.handedOut).hasSize(JOBS);
			assertThat(work.ended).hasValue(JOBS);
			assertThat(proxy.lost()).isGreaterThan(20);
		}
		finally {
			threads.shutdownNow();
			connections.destroy();
		}
	}

	/** What the threads do, and what they find odd. */
	private static final class Work {

		private final JobQueue queue;

		private final ReplyLosingProxy proxy;

		private final Set<String> handedOut = ConcurrentHashMap.newKeySet();

		private final AtomicInteger ended = new AtomicInteger();

		private final Queue<String> odd = new ConcurrentLinkedQueue<>();

		private volatile boolean stopped;

		Work(JobQueue queue, ReplyLosingProxy proxy) {
			this.queue = queue;
			this.proxy = proxy;
		}

		void go(Random random, Duration wait) {
			List<ReservedJob> held = new ArrayList<>();
			while (!this.stopped) {
				if (random.nextInt(7) == 0) {
					this.proxy.loseReplyAfter(random.nextInt(6));
				}
				if (!held.isEmpty() && random.nextInt(4) == 0) {
					fail(held.remove(0));
				}
				List<Completion> done = held.stream().map((job) -> new Completion(job, Bytes.of("1"))).toList();
				held = new ArrayList<>(random.nextBoolean() ? exchange(done)
						: arrived(complete(done), once(() -> this.queue.reserve(3, wait))));
			}
		}

		private List<? extends ReservedJob> exchange(List<Completion> done) {
			Exchange exchange = repeated(() -> this.queue.exchange(done, 3));
			return arrived(exchange.settlements(), exchange.reservation());
		}

		private List<Settlement> complete(List<Completion> done) {
			return done.isEmpty() ? List.of() : repeated(() -> this.queue.complete(done));
		}

		private void fail(ReservedJob job) {
			Failure failure = new Failure(job, new IllegalStateException("no"), FailureAction.fail());
			ended(repeated(() -> this.queue.fail(failure)), Settlement.Outcome.FAILED);
		}

		private List<? extends ReservedJob> arrived(List<Settlement> settlements, Reservation reservation) {
			settlements.forEach((settlement) -> ended(settlement, Settlement.Outcome.COMPLETED));
			for (ReservedJob job : reservation.jobs()) {
				if (!this.handedOut.add(job.id())) {
					this.odd.add(job.id() + " was handed out twice");
				}
			}
			return reservation.jobs();
		}

		private void ended(Settlement settlement, Settlement.Outcome expected) {
			if (settlement.outcome() != expected) {
				this.odd.add(settlement + " instead of " + expected);
			}
			this.ended.incrementAndGet();
		}

		private static Reservation once(Supplier<Reservation> call) {
			try {
				return call.get();
			}
			catch (DataAccessException ex) {
				return Reservation.empty();
			}
		}

		private static <T> T repeated(Supplier<T> call) {
			while (true) {
				try {
					return call.get();
				}
				catch (DataAccessException ex) {
					// until there is an answer
				}
			}
		}

	}

}
