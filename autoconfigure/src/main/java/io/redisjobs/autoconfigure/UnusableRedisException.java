package io.redisjobs.autoconfigure;

import io.redisjobs.RedisJobsException;

/**
 * Redis did not answer at start, or refused, and the application is configured not to
 * start without it.
 */
class UnusableRedisException extends RedisJobsException {

	private final String action;

	UnusableRedisException(String problem, String action, Throwable cause) {
		super(problem, cause);
		this.action = action;
	}

	String action() {
		return this.action;
	}

}
