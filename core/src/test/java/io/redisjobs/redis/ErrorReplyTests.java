package io.redisjobs.redis;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisDataException;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests of {@link ErrorReply}. */
class ErrorReplyTests {

	@ParameterizedTest
	@ValueSource(strings = { "OOM command not allowed", "MISCONF Redis is configured to save", "NOREPLICAS Not enough",
			"READONLY You can't write", "LOADING Redis is loading" })
	void whatRedisCannotDoNowMaySucceedLater(String message) {
		assertThat(ErrorReply.passes(wrapped(message))).isTrue();
	}

	@Test
	void aCallWithoutAnAnswerMaySucceedLater() {
		assertThat(ErrorReply.passes(new IllegalStateException(new IOException("reset")))).isTrue();
	}

	@Test
	void aKeyOfTheWrongTypeStaysOne() {
		assertThat(ErrorReply.passes(wrapped("WRONGTYPE Operation against a key"))).isFalse();
	}

	private static Throwable wrapped(String message) {
		return new InvalidDataAccessApiUsageException("failed", new JedisDataException(message));
	}

}
