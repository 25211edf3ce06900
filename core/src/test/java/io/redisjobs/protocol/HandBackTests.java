package io.redisjobs.protocol;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.redisjobs.JobOptions;
import io.redisjobs.JobState;
import io.redisjobs.UnfitJobException;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.ReplyLosingProxy;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/** Jobs that are handed back for another worker, in all contracts. */
@ExtendWith(TestRedis.class)
class HandBackTests {

	private static final int ROUNDS = 5;

	private static final UnfitJobException UNFIT = new UnfitJobException("Nothing takes it");

	private static final FailureAction TWICE = FailureAction.handBack(2, Duration.ofMillis(1));

	private final ReplyLosingProxy proxy = new ReplyLosingProxy(TestRedis.port());

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port()));

	static Stream<RepeatedPublishTests.Contract> contracts() {
		return RepeatedPublishTests.contracts();
	}

	@BeforeEach
	void connect() {
		this.connections.afterPropertiesSet();
		this.connections.start();
	}

	@AfterEach
	void disconnect() {
		this.connections.destroy();
		this.proxy.close();
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void aJobGoesBackSoOftenAndThenFails(RepeatedPublishTests.Contract contract, Jedis jedis) {
		try (JobQueue queue = open(contract, jedis); JobQueue other = open(contract, jedis)) {
			publish(queue);
			assertThat(handBack(queue, take(queue)).detail()).isEqualTo("handed back for another worker, 1 of 2 times");
			assertThat(handBack(other, take(other)).detail()).isEqualTo("handed back for another worker, 2 of 2 times");
			ReservedJob last = take(queue);
			assertThat(last.attempt()).isOne();
			assertThat(handBack(queue, last)).isEqualTo(Settlement.failed());
			assertThat(queue.inspect().counts()).containsEntry(JobState.FAILED, 1L);
			assertThat(jedis.pttl(count(jedis))).isBetween(1L, 60_000L);
		}
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void theCountIsKeptForADayAfterEachTime(RepeatedPublishTests.Contract contract, Jedis jedis) {
		try (JobQueue queue = open(contract, jedis)) {
			publish(queue);
			handBack(queue, take(queue));
			assertThat(jedis.get(count(jedis))).isEqualTo("1");
			assertThat(Duration.ofMillis(jedis.pttl(count(jedis)))).isBetween(Duration.ofHours(23),
					Duration.ofHours(25));
		}
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void whatIsHandedBackAgainBecauseTheReplyWasLostCountsOnce(RepeatedPublishTests.Contract contract, Jedis jedis) {
		try (JobQueue queue = open(contract, jedis)) {
			publish(queue);
			ReservedJob job = take(queue);
			assertReplyIsLost(() -> handBack(queue, job));
			assertThat(handBack(queue, job).detail()).isEqualTo("handed back for another worker, 1 of 2 times");
			assertThat(jedis.get(count(jedis))).isEqualTo("1");
			handBack(queue, take(queue));
			ReservedJob last = take(queue);
			assertReplyIsLost(() -> handBack(queue, last));
			assertThat(handBack(queue, last)).isEqualTo(Settlement.failed());
		}
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void aRunThatDoesNotHaveTheJobAnyMoreHandsNothingBack(RepeatedPublishTests.Contract contract, Jedis jedis) {
		try (JobQueue queue = open(contract, jedis); JobQueue other = open(contract, jedis)) {
			publish(queue);
			ReservedJob job = take(queue);
			queue.complete(List.of(new Completion(job, Bytes.of("1"))));
			assertThat(handBack(other, job).outcome()).isIn(Settlement.Outcome.LEASE_LOST, Settlement.Outcome.GONE);
			assertThat(jedis.keys("redis-jobs:*handBacks:*")).isEmpty();
			assertThat(queue.inspect().counts().getOrDefault(JobState.DELAYED, 0L)).isZero();
		}
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void aJobThatIsNotHandedBackAtAllFailsForItsOwnReason(RepeatedPublishTests.Contract contract, Jedis jedis) {
		try (JobQueue queue = open(contract, jedis)) {
			publish(queue);
			Failure failure = new Failure(take(queue), UNFIT, FailureAction.handBack(0, Duration.ofSeconds(1)));
			assertThat(queue.fail(failure)).isEqualTo(Settlement.failed());
			assertThat(jedis.keys("redis-jobs:*handBacks:*")).isEmpty();
		}
	}

	@ParameterizedTest
	@MethodSource("contracts")
	void whoeverHandsAJobBackLetsOthersBeFirst(RepeatedPublishTests.Contract contract, Jedis jedis) {
		// of scheduled jobs of Conveyor, whoever has waited longest is told first
		assumeFalse(contract.name().equals("conveyor"));
		try (JobQueue unfit = open(contract, jedis); JobQueue fit = open(contract, jedis)) {
			long taken = IntStream.range(0, ROUNDS).filter((round) -> isTakenByOther(unfit, fit)).count();
			assertThat(taken).isGreaterThan(ROUNDS / 2);
		}
	}

	/** Whether a job that one of two waiting workers hands back goes to the other. */
	private static boolean isTakenByOther(JobQueue unfit, JobQueue fit) {
		publish(unfit);
		ReservedJob job = take(unfit);
		unfit.fail(new Failure(job, UNFIT, FailureAction.handBack(1000, Duration.ofMillis(300))));
		CompletableFuture<Boolean> first = new CompletableFuture<>();
		List<CompletableFuture<Void>> workers = Stream.of(unfit, fit).map((worker) -> CompletableFuture.runAsync(() -> {
			while (!first.isDone()) {
				List<? extends ReservedJob> jobs = worker.reserve(1, Duration.ofSeconds(1)).jobs();
				if (!jobs.isEmpty()) {
					worker.complete(List.of(new Completion(jobs.get(0), Bytes.of("1"))));
					first.complete(worker == fit);
					((worker == fit) ? unfit : fit).wakeUp();
				}
			}
		})).toList();
		workers.forEach(CompletableFuture::join);
		return first.join();
	}

	private JobQueue open(RepeatedPublishTests.Contract contract, Jedis jedis) {
		// a script that Redis does not know yet would answer twice
		contract.scripts()
			.forEach((name) -> jedis.scriptLoad(ContractScripts.read(contract.name(), name).getScriptAsString()));
		return contract.open(new ScriptRunner(this.connections));
	}

	private static void publish(JobQueue queue) {
		queue.publish(List.of(new NewJob(Bytes.of("{}"), new JobOptions())));
	}

	private static ReservedJob take(JobQueue queue) {
		Supplier<List<? extends ReservedJob>> jobs = () -> {
			queue.maintain(100);
			return queue.reserve(1, Duration.ZERO).jobs();
		};
		return await().<List<? extends ReservedJob>>until(jobs::get, (taken) -> !taken.isEmpty()).get(0);
	}

	private static Settlement handBack(JobQueue queue, ReservedJob job) {
		return queue.fail(new Failure(job, UNFIT, TWICE));
	}

	private void assertReplyIsLost(Runnable call) {
		this.proxy.loseNextReply();
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(call::run);
	}

	private static String count(Jedis jedis) {
		assertThat(jedis.keys("redis-jobs:*handBacks:*")).hasSize(1);
		return jedis.keys("redis-jobs:*handBacks:*").iterator().next();
	}

}
