package io.redisjobs.autoconfigure;

import io.redisjobs.RedisJobsException;

/** The application would run on the embedded Redis, but this seems to be production. */
class EmbeddedRedisRefusedException extends RedisJobsException {

	EmbeddedRedisRefusedException(String message) {
		super(message);
	}

}
