package io.redisjobs.protocol;

import java.util.List;
import java.util.Objects;

import io.lettuce.core.RedisCommandExecutionException;
import io.redisjobs.protocol.CallProblem.Kind;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

class CallProblemTests {

	private static CallProblem problem(Throwable error) {
		return Objects.requireNonNull(CallProblem.of(error));
	}

	@Test
	void aPasswordThatIsWrongOrMissingOrNotNeededNamesTheProperty() {
		CallProblem wrong = problem(new RedisConnectionFailureException("Unable to connect",
				new JedisDataException("WRONGPASS invalid username-password pair or user is disabled.")));
		assertThat(wrong.kind()).isEqualTo(Kind.CREDENTIALS);
		assertThat(wrong.sentences()).startsWith("Redis does not accept the user name or the password. "
				+ "Check spring.data.redis.username and spring.data.redis.password,");
		CallProblem missing = problem(new RedisSystemException("Error in execution",
				new RedisCommandExecutionException("NOAUTH Authentication required.")));
		assertThat(missing.sentences())
			.startsWith("Redis asks for a password and has got none. Set spring.data.redis.password,");
		assertThat(problem(new JedisDataException("ERR Protocol error: unauthenticated multibulk length")))
			.isEqualTo(missing);
		CallProblem unneeded = problem(new JedisDataException("ERR AUTH <password> called without any password "
				+ "configured for the default user. Are you sure your configuration is correct?"));
		assertThat(unneeded.sentences())
			.startsWith("Redis has got a password and knows of none. Give Redis a password, or take away "
					+ "spring.data.redis.password,");
	}

	@Test
	void whatAnAclForbidsIsSaidOfCommandsKeysAndScripts() {
		for (String answer : List.of("NOPERM User jobs has no permissions to run the 'evalsha' command",
				"NOPERM No permissions to access a key",
				"ERR The user executing the script can't run this command or subcommand script: 3e44, on @user_script:10.",
				"ERR ACL failure in script: User jobs has no permissions to run the 'zadd' command")) {
			CallProblem problem = problem(new RedisSystemException("Error", new JedisDataException(answer)));
			assertThat(problem.kind()).isEqualTo(Kind.PERMISSION);
			assertThat(problem.description()).isEqualTo("Redis does not allow its user to do this");
			assertThat(problem.action()).contains("ACL rules", "redis-jobs:*");
		}
	}

	@Test
	void aLibraryThatDoesNotFitIsNamedWithItsJar() {
		Error error = new NoSuchMethodError(
				"'void org.springframework.data.redis.connection.jedis.JedisConnectionFactory.setOdd(boolean)'");
		CallProblem problem = problem(new RedisSystemException("Error", new IllegalStateException(error)));
		assertThat(problem.kind()).isEqualTo(Kind.MISFIT);
		assertThat(problem.description()).startsWith("a library does not fit (NoSuchMethodError: ")
			.contains(
					"org.springframework.data.redis.connection.jedis.JedisConnectionFactory is from spring-data-redis-")
			.contains("io.redisjobs.protocol.CallProblemTests is from ");
		assertThat(problem.action()).contains("dependency management");
		assertThat(CallProblem.isMisfit(error)).isTrue();
	}

	@Test
	void aClassThatIsMissingIsSaidToBe() {
		assertThat(problem(new NoClassDefFoundError("redis/clients/jedis/Nowhere")).description())
			.contains("redis.clients.jedis.Nowhere is missing");
		assertThat(
				problem(new ExceptionInInitializerError(new IllegalStateException("no native library"))).description())
			.contains("ExceptionInInitializerError: IllegalStateException: no native library");
	}

	@Test
	void aRedisThatIsAwayIsNoProblemButAnOutage() {
		assertThat(CallProblem.of(new RedisConnectionFailureException("Unable to connect",
				new JedisConnectionException("Failed to connect to localhost:6379."))))
			.isNull();
		assertThat(CallProblem.of(new JedisDataException("LOADING Redis is loading the dataset in memory"))).isNull();
		assertThat(CallProblem.of(new OutOfMemoryError("Java heap space"))).isNull();
	}

}
