package io.redisjobs.listener;

import java.net.SocketTimeoutException;

import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

class TroubleTests {

	@Test
	void aRedisThatIsAwayPasses() {
		assertThat(Trouble.passes(new RedisConnectionFailureException("gone"))).isTrue();
		assertThat(Trouble.passes(new QueryTimeoutException("late"))).isTrue();
		assertThat(Trouble.passes(new IllegalStateException(new SocketTimeoutException("late")))).isTrue();
	}

	@Test
	void aRedisThatIsBusyWithItselfPasses() {
		assertThat(Trouble.passes(new RedisSystemException("Error",
				new IllegalStateException("OOM command not allowed when used memory > 'maxmemory'."))))
			.isTrue();
		assertThat(Trouble.passes(new IllegalStateException("LOADING Redis is loading the dataset in memory")))
			.isTrue();
	}

	@Test
	void whatRedisOrAClassRefusesStays() {
		assertThat(Trouble.passes(new InvalidDataAccessApiUsageException("NOPERM no permissions to run this")))
			.isFalse();
		assertThat(Trouble.passes(new ArithmeticException("long overflow"))).isFalse();
		assertThat(Trouble.passes(new NoClassDefFoundError("missing"))).isFalse();
	}

	@Test
	void anErrorWithoutAMessageOrWithItselfAsACauseIsNoTrouble() {
		assertThat(Trouble.passes(new SilentException())).isFalse();
		RuntimeException first = new IllegalStateException();
		first.initCause(new IllegalStateException(first));
		assertThat(Trouble.passes(first)).isFalse();
	}

	private static final class SilentException extends RuntimeException {

		private static final long serialVersionUID = 1;

		@Override
		public String getMessage() {
			throw new IllegalStateException("it cannot say");
		}

	}

}
