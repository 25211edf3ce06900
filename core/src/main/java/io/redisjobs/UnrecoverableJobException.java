package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler to fail its job for good, whatever attempts are left. Exceptions of
 * other types do the same if they are listed under {@code not-retryable}.
 */
public class UnrecoverableJobException extends RedisJobsException {

	public UnrecoverableJobException(String message) {
		super(message);
	}

	public UnrecoverableJobException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
