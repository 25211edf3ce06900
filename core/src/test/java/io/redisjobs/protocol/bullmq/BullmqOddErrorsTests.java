package io.redisjobs.protocol.bullmq;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.redisjobs.JobOptions;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Whatever a handler throws, and whatever is asked for it, its job ends. */
@ExtendWith(TestRedis.class)
class BullmqOddErrorsTests {

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));

	private JobQueue queue;

	@BeforeEach
	void open() {
		this.connections.afterPropertiesSet();
		this.connections.start();
		this.queue = new BullmqProtocol(
				ContractScripts.bundled("bullmq", new ScriptRunner(this.connections), BullmqScripts.NAMES),
				Clock.systemUTC())
			.open(new QueueDefinition("q", Duration.ofSeconds(30), "worker", BullmqSettings.defaults()));
	}

	@AfterEach
	void close() {
		this.queue.close();
		this.connections.destroy();
	}

	static Stream<Throwable> oddErrors() {
		return Stream.of(new Odd(), new RuntimeException("x".repeat(20_000_000)), new RuntimeException((String) null),
				new RuntimeException("\ud83d\ude00".repeat(100_000)), new RuntimeException("outer", new Odd()));
	}

	@ParameterizedTest
	@MethodSource("oddErrors")
	void anErrorThatCannotBeAskedOrIsVeryLongFailsItsJob(Throwable error, Jedis jedis) {
		for (FailureAction action : List.of(FailureAction.retry(), FailureAction.fail())) {
			publish(new JobOptions().attempts(3));
			assertThat(fail(error, action).outcome()).isEqualTo(
					(action instanceof FailureAction.Fail) ? Settlement.Outcome.FAILED : Settlement.Outcome.RETRYING);
			assertThat(jedis.hget("bull:q:1", "failedReason")).isNotEmpty().hasSizeLessThan(20_000);
			assertThat(jedis.hstrlen("bull:q:1", "stacktrace")).isBetween(3L, 1_000_000L);
		}
	}

	@Test
	void stackTracesOfManyAttemptsStayWithinBounds(Jedis jedis) {
		publish(new JobOptions().attempts(1000));
		for (int i = 0; i < 20; i++) {
			fail(new RuntimeException("y".repeat(100_000)), FailureAction.retry());
		}
		assertThat(jedis.hstrlen("bull:q:1", "stacktrace")).isBetween(100_000L, 700_000L);
	}

	@Test
	void timesBeyondAllBoundsAreVeryLong(Jedis jedis) {
		Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
		publish(new JobOptions().attempts(3));
		assertThat(fail(new RuntimeException("boom"), FailureAction.retryAfter(endless)).outcome())
			.isEqualTo(Settlement.Outcome.RETRYING);
		assertThat(publish(new JobOptions().delay(endless)).outcome()).isEqualTo(PublishResult.Outcome.ADDED);
		assertThat(publish(new JobOptions().runAt(Instant.MAX)).outcome()).isEqualTo(PublishResult.Outcome.ADDED);
		assertThat(jedis.zcard("bull:q:delayed")).isEqualTo(3);
		publish(new JobOptions());
		assertThat(fail(new RuntimeException("boom"), FailureAction.releaseAndRest(endless)).outcome())
			.isEqualTo(Settlement.Outcome.RELEASED);
	}

	@Test
	@SuppressWarnings("NullAway")
	void anActionWithoutItsTimeIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> FailureAction.retryAfter(null))
			.withMessageContaining("must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> FailureAction.releaseAndRest(null));
	}

	private PublishResult publish(JobOptions options) {
		return this.queue.publish(List.of(new NewJob("{}".getBytes(StandardCharsets.UTF_8), options))).get(0);
	}

	private Settlement fail(Throwable error, FailureAction action) {
		return this.queue.fail(new Failure(this.queue.reserve(1, Duration.ZERO).jobs().get(0), error, action));
	}

	/** Throws whenever it is asked. */
	@SuppressWarnings("serial")
	private static final class Odd extends RuntimeException {

		@Override
		public String getMessage() {
			throw new IllegalStateException("no message");
		}

		@Override
		public String toString() {
			throw new IllegalStateException("no text");
		}

		@Override
		public StackTraceElement[] getStackTrace() {
			throw new IllegalStateException("no trace");
		}

	}

}
