package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler to fail its job for good, whatever attempts are left. Exceptions of
 * other types do the same if they are listed under {@code not-retryable}.
 */
public class UnrecoverableJobException extends RedisJobsException {

	/**
	 * Creates the exception.
	 * @param message why the job fails, which is stored with it
	 */
	public UnrecoverableJobException(String message) {
		super(message);
	}

	/**
	 * Creates the exception.
	 * @param message why the job fails, which is stored with it
	 * @param cause what led to it, if anything did
	 */
	public UnrecoverableJobException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
