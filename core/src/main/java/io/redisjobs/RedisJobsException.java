package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * Base of the exceptions of redis-jobs. Trouble with Redis itself is a
 * {@code DataAccessException} of Spring instead.
 */
public class RedisJobsException extends RuntimeException {

	/** Creates the exception. */
	public RedisJobsException(String message) {
		super(message);
	}

	/** Creates the exception with what led to it. */
	public RedisJobsException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
