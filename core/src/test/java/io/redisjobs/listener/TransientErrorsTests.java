package io.redisjobs.listener;

import java.net.SocketTimeoutException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.PoolException;
import org.springframework.data.redis.connection.jedis.JedisExceptionConverter;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;

import static org.assertj.core.api.Assertions.assertThat;

class TransientErrorsTests {

	@Test
	void aRedisThatIsAwayPasses() {
		assertThat(TransientErrors.isTransient(new RedisConnectionFailureException("gone"))).isTrue();
		assertThat(TransientErrors.isTransient(new QueryTimeoutException("late"))).isTrue();
		assertThat(TransientErrors.isTransient(new IllegalStateException(new SocketTimeoutException("late")))).isTrue();
	}

	@Test
	void aRedisThatIsBusyWithItselfPasses() {
		assertThat(TransientErrors.isTransient(new RedisSystemException("Error",
				new IllegalStateException("OOM command not allowed when used memory > 'maxmemory'."))))
			.isTrue();
		assertThat(TransientErrors
			.isTransient(new IllegalStateException("LOADING Redis is loading the dataset in memory"))).isTrue();
	}

	@Test
	void aClusterOrAPoolThatHasNoConnectionPasses() {
		assertThat(TransientErrors
			.isTransient(jedis(new JedisClusterOperationException("No more cluster attempts left.")))).isTrue();
		assertThat(TransientErrors
			.isTransient(jedis(new JedisClusterOperationException("Cluster retry deadline exceeded.")))).isTrue();
		assertThat(TransientErrors.isTransient(jedis(new JedisException("Could not get a resource from the pool",
				new NoSuchElementException("Timeout waiting for idle object")))))
			.isTrue();
		assertThat(TransientErrors.isTransient(
				lettuce(new PartitionSelectorException("Cannot determine a partition for slot 1", new Partitions()))))
			.isTrue();
		assertThat(TransientErrors.isTransient(new PoolException("Could not get a resource from the pool",
				new NoSuchElementException("Timeout waiting for idle object"))))
			.isTrue();
	}

	@Test
	void aConnectionThatIsClosedMeanwhilePasses() {
		assertThat(TransientErrors.isTransient(lettuce(new RedisException("Connection closed")))).isTrue();
		assertThat(TransientErrors
			.isTransient(lettuce(new RedisException("Currently not connected. Commands are rejected.")))).isTrue();
		assertThat(TransientErrors.isTransient(lettuce(new RedisCommandTimeoutException("late")))).isTrue();
		assertThat(TransientErrors.isTransient(jedis(new JedisConnectionException("Unexpected end of stream."))))
			.isTrue();
	}

	@Test
	void anInterruptionOfACallPasses() {
		assertThat(
				TransientErrors.isTransient(lettuce(new RedisCommandInterruptedException(new InterruptedException()))))
			.isTrue();
		assertThat(TransientErrors.isTransient(new IllegalStateException("Interrupted", new InterruptedException())))
			.isTrue();
	}

	@Test
	void whatRedisAnswersStaysOrPassesByItsFirstWord() {
		for (String staying : List.of("NOPERM no permissions", "ERR Error running script", "WRONGTYPE Operation",
				"STALECALL This call was answered")) {
			assertThat(TransientErrors.isTransient(jedis(new JedisDataException(staying)))).isFalse();
			assertThat(TransientErrors.isTransient(lettuce(new RedisCommandExecutionException(staying)))).isFalse();
		}
		for (String passing : List.of("LOADING Redis is loading", "CLUSTERDOWN The cluster is down",
				"OOM command not allowed", "READONLY You can't write")) {
			assertThat(TransientErrors.isTransient(jedis(new JedisDataException(passing)))).isTrue();
			assertThat(TransientErrors.isTransient(lettuce(new RedisCommandExecutionException(passing)))).isTrue();
		}
		assertThat(TransientErrors.isTransient(jedis(new UnsupportedOperationException("not on a cluster")))).isFalse();
	}

	private static RuntimeException jedis(RuntimeException error) {
		return Objects.requireNonNullElse(new JedisExceptionConverter().convert(error), error);
	}

	private static RuntimeException lettuce(RuntimeException error) {
		return Objects.requireNonNullElse(new LettuceExceptionConverter().convert(error), error);
	}

	@Test
	void aProcessThatIsShortOfMemoryPasses() {
		assertThat(TransientErrors.isTransient(new OutOfMemoryError("Java heap space"))).isTrue();
	}

	@Test
	void whatRedisOrAClassRefusesStays() {
		assertThat(TransientErrors
			.isTransient(new InvalidDataAccessApiUsageException("NOPERM no permissions to run this"))).isFalse();
		assertThat(TransientErrors.isTransient(new ArithmeticException("long overflow"))).isFalse();
		assertThat(TransientErrors.isTransient(new NoClassDefFoundError("missing"))).isFalse();
	}

	@Test
	void aPasswordThatIsRefusedPassesHoweverRedisSaysIt() {
		for (String refusal : List.of("NOAUTH Authentication required.", "WRONGPASS invalid username-password pair",
				"ERR Protocol error: unauthenticated multibulk length",
				"ERR AUTH <password> called without any password configured for the default user")) {
			assertThat(TransientErrors.isTransient(jedis(new JedisDataException(refusal)))).isTrue();
			assertThat(TransientErrors.isTransient(lettuce(new RedisCommandExecutionException(refusal)))).isTrue();
		}
	}

	@Test
	void aLibraryThatDoesNotFitStaysHoweverDeepItIs() {
		assertThat(TransientErrors
			.isTransient(jedis(new JedisException("Could not get a resource", new NoSuchMethodError("odd")))))
			.isFalse();
		assertThat(TransientErrors.isTransient(new RedisConnectionFailureException("Unable to connect",
				new RedisException(new NoClassDefFoundError("io/netty/Odd")))))
			.isFalse();
	}

	@Test
	void aPasswordMayBeMadeRightBeforeTheCallIsRepeated() {
		for (String answer : List.of("WRONGPASS invalid username-password pair", "NOAUTH Authentication required.")) {
			assertThat(TransientErrors.isTransient(jedis(new JedisDataException(answer)))).isTrue();
			assertThat(TransientErrors.isTransient(lettuce(new RedisCommandExecutionException(answer)))).isTrue();
		}
	}

	@Test
	void anErrorWithoutAMessageOrWithItselfAsACauseStays() {
		assertThat(TransientErrors.isTransient(new SilentException())).isFalse();
		RuntimeException first = new IllegalStateException();
		first.initCause(new IllegalStateException(first));
		assertThat(TransientErrors.isTransient(first)).isFalse();
	}

	private static final class SilentException extends RuntimeException {

		private static final long serialVersionUID = 1;

		@Override
		public String getMessage() {
			throw new IllegalStateException("it cannot say");
		}

	}

}
