package io.redisjobs.protocol.bullmq;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.redisjobs.JobOptions;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.ReplyLosingProxy;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Calls that Redis has executed, and whose replies nobody got. */
@ExtendWith(TestRedis.class)
class BullmqLostReplyTests {

	private final ReplyLosingProxy proxy = new ReplyLosingProxy(TestRedis.port());

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration("127.0.0.1", this.proxy.port()));

	private Jedis jedis;

	private JobQueue queue;

	@BeforeEach
	void open(Jedis jedis) {
		this.jedis = jedis;
		this.connections.afterPropertiesSet();
		this.connections.start();
		ContractScripts scripts = ContractScripts.bundled("bullmq", new ScriptRunner(this.connections),
				BullmqScripts.NAMES);
		// a script that Redis does not know yet would answer twice
		BullmqScripts.NAMES
			.forEach((name) -> jedis.scriptLoad(ContractScripts.read("bullmq", name).getScriptAsString()));
		this.queue = new BullmqProtocol(scripts, Clock.systemUTC())
			.open(new QueueDefinition("q", Duration.ofSeconds(30), "worker", BullmqSettings.defaults()));
	}

	@AfterEach
	void close() {
		this.queue.close();
		this.connections.destroy();
		this.proxy.close();
	}

	private void publish(int count) {
		this.queue.publish(IntStream.range(0, count)
			.mapToObj((i) -> new NewJob(bytes("{}"), new JobOptions().attempts(3)))
			.toList());
	}

	private static List<Completion> completions(List<? extends ReservedJob> jobs) {
		return jobs.stream().map((job) -> new Completion(job, bytes("1"))).toList();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private void assertReplyIsLost(Runnable call) {
		this.proxy.loseNextReply();
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(call::run);
	}

	@Test
	void completionsThatAreAskedForAgainAreCompletedAndWhatWasTakenWithThemComes() {
		publish(5);
		List<Completion> done = completions(this.queue.reserve(2, Duration.ZERO).jobs());
		assertReplyIsLost(() -> this.queue.exchange(done, 2));
		assertThat(this.jedis.zcard("bull:q:completed")).isEqualTo(2);
		Exchange again = this.queue.exchange(done, 3);
		assertThat(again.settlements()).containsExactly(Settlement.completed(), Settlement.completed());
		assertThat(again.reservation().jobs()).extracting(ReservedJob::id).containsExactly("3", "4", "5");
		assertThat(this.queue.complete(completions(again.reservation().jobs()))).hasSize(3)
			.containsOnly(Settlement.completed());
		assertThat(this.jedis.llen("bull:q:active")).isZero();
	}

	@Test
	void jobsWhoseReplyWasLostComeWithTheNextReservationAndHaveTheirWholeLease() {
		publish(3);
		assertReplyIsLost(() -> this.queue.reserve(2, Duration.ZERO));
		this.jedis.pexpire("bull:q:1:lock", 5000);
		List<? extends ReservedJob> jobs = this.queue.reserve(1, Duration.ZERO).jobs();
		assertThat(jobs).extracting(ReservedJob::id).containsExactly("1", "2");
		assertThat(jobs).allSatisfy((job) -> assertThat(job.takenBefore()).isFalse());
		assertThat(this.jedis.hget("bull:q:1", "ats")).isEqualTo("1");
		assertThat(this.jedis.pttl("bull:q:1:lock")).isGreaterThan(20_000);
		assertThat(this.queue.reserve(5, Duration.ZERO).jobs()).extracting(ReservedJob::id).containsExactly("3");
	}

	@Test
	void aJobWhoseLockIsAnothersByNowIsNotDelivered() {
		publish(2);
		assertReplyIsLost(() -> this.queue.reserve(2, Duration.ZERO));
		this.jedis.set("bull:q:1:lock", "another");
		assertThat(this.queue.reserve(2, Duration.ZERO).jobs()).extracting(ReservedJob::id).containsExactly("2");
	}

	@Test
	void completingWithoutTakingLearnsWhatBecameOfTheCallBefore() {
		publish(3);
		List<Completion> done = completions(this.queue.reserve(2, Duration.ZERO).jobs());
		assertReplyIsLost(() -> this.queue.exchange(done, 1));
		assertThat(this.queue.complete(done)).containsExactly(Settlement.completed(), Settlement.completed());
		assertThat(this.queue.reserve(1, Duration.ZERO).jobs()).extracting(ReservedJob::id).containsExactly("3");
	}

	@Test
	void aBatchOfSeveralCallsOfWhichTheFirstIsLostIsCompletedOnce() {
		publish(230);
		List<Completion> done = completions(this.queue.reserve(230, Duration.ZERO).jobs());
		assertReplyIsLost(() -> this.queue.complete(done));
		assertThat(this.queue.complete(done)).hasSize(230).containsOnly(Settlement.completed());
		assertThat(this.jedis.zcard("bull:q:completed")).isEqualTo(230);
	}

	@Test
	void failingARunWhoseCompletionHasNoAnswerTellsThatItIsCompleted() {
		publish(1);
		List<Completion> done = completions(this.queue.reserve(1, Duration.ZERO).jobs());
		assertReplyIsLost(() -> this.queue.complete(done));
		assertThat(this.queue
			.fail(new Failure(done.get(0).job(), new IllegalStateException("boom"), FailureAction.retry()))
			.outcome()).isEqualTo(Settlement.Outcome.COMPLETED);
		assertThat(this.jedis.zcard("bull:q:completed")).isEqualTo(1);
		assertThat(this.jedis.hexists("bull:q:1", "failedReason")).isFalse();
	}

	@Test
	void aRunWhoseCompletionWasTurnedAwayInALostReplyCanBeFailed() {
		publish(1);
		List<Completion> done = completions(this.queue.reserve(1, Duration.ZERO).jobs());
		this.queue.publish(List.of(new NewJob(bytes("{}"), new JobOptions().parent("1"))));
		assertReplyIsLost(() -> this.queue.complete(done));
		assertThat(this.queue
			.fail(new Failure(done.get(0).job(), new IllegalStateException("boom"), FailureAction.release())))
			.isEqualTo(Settlement.released());
		assertThat(this.jedis.lrange("bull:q:wait", 0, -1)).contains("1");
		assertThat(this.jedis.llen("bull:q:active")).isZero();
	}

	@Test
	void jobsThatWereFoundAreNotLostWithTheCallThatWasToHandThemOut() {
		publish(5);
		List<Completion> done = completions(this.queue.reserve(2, Duration.ZERO).jobs());
		assertReplyIsLost(() -> this.queue.exchange(done, 1));
		assertThat(this.queue.complete(done)).containsOnly(Settlement.completed());
		this.jedis.del("bull:q:3:lock");
		assertReplyIsLost(() -> this.queue.exchange(List.of(), 2));
		assertThat(this.queue.reserve(5, Duration.ZERO).jobs()).extracting(ReservedJob::id).containsExactly("4", "5");
	}

	@ParameterizedTest
	@ValueSource(strings = { "retry", "retryAfter", "fail", "release" })
	void aFailureThatIsAskedForAgainAnswersWhatBecameOfIt(String kind) {
		FailureAction action = switch (kind) {
			case "retry" -> FailureAction.retry();
			case "retryAfter" -> FailureAction.retryAfter(Duration.ofMinutes(1));
			case "fail" -> FailureAction.fail();
			default -> FailureAction.release();
		};
		publish(1);
		Failure failure = new Failure(this.queue.reserve(1, Duration.ZERO).jobs().get(0),
				new IllegalStateException("boom"), action);
		assertReplyIsLost(() -> this.queue.fail(failure));
		String attempts = this.jedis.hget("bull:q:1", "atm");
		assertThat(this.queue.fail(failure).outcome()).isEqualTo(switch (kind) {
			case "fail" -> Settlement.Outcome.FAILED;
			case "release" -> Settlement.Outcome.RELEASED;
			default -> Settlement.Outcome.RETRYING;
		});
		assertThat(this.jedis.hget("bull:q:1", "atm")).isEqualTo(attempts);
	}

	@Test
	void manyJobsOfManyBytesComeInRepliesOfLimitedSize() {
		byte[] data = bytes("\"" + "x".repeat(2 * 1024 * 1024) + "\"");
		List<NewJob> jobs = IntStream.range(0, 40)
			.mapToObj((i) -> new NewJob(data, new JobOptions().priority((i < 20) ? 0 : 5)))
			.toList();
		this.queue.publish(jobs);
		publish(300);
		List<String> ids = new ArrayList<>();
		while (ids.size() < 340) {
			List<? extends ReservedJob> taken = this.queue.reserve(100, Duration.ZERO).jobs();
			assertThat(taken).isNotEmpty();
			assertThat(taken.stream().mapToLong((job) -> job.payload().length).sum()).isLessThan(4 * 1024 * 1024);
			assertThat(this.jedis.llen("bull:q:active")).isEqualTo(taken.size());
			taken.forEach((job) -> ids.add(job.id()));
			List<Completion> done = taken.stream().map((job) -> new Completion(job, job.payload())).toList();
			assertThat(this.queue.complete(done)).hasSameSizeAs(done).containsOnly(Settlement.completed());
		}
		assertThat(ids).doesNotHaveDuplicates().startsWith("1", "2", "3").endsWith("38", "39", "40");
		assertThat(this.jedis.exists("bull:q:wait", "bull:q:prioritized", "bull:q:active", "bull:q:pc")).isZero();
	}

}
