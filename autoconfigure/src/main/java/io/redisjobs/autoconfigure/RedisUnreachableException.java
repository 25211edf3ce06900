package io.redisjobs.autoconfigure;

import io.redisjobs.RedisJobsException;

/**
 * Redis did not answer at start, and the application is configured not to start without
 * it.
 */
class RedisUnreachableException extends RedisJobsException {

	RedisUnreachableException(String message, Throwable cause) {
		super(message, cause);
	}

}
