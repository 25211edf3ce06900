package io.redisjobs;

import java.time.Duration;

/**
 * Thrown by a handler that may not run now: the job goes back to the front of its queue
 * without losing an attempt, and the queue rests for a while.
 */
public class JobRateLimitedException extends RedisJobsException {

	private final Duration pause;

	public JobRateLimitedException(Duration pause) {
		super("Rate limited for " + pause);
		this.pause = pause;
	}

	/** How long the queue is to rest. */
	public Duration pause() {
		return this.pause;
	}

}
