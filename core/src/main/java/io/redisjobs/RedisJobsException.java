package io.redisjobs;

import org.jspecify.annotations.Nullable;

/** Base of everything that redis-jobs throws. */
public class RedisJobsException extends RuntimeException {

	public RedisJobsException(String message) {
		super(message);
	}

	public RedisJobsException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
