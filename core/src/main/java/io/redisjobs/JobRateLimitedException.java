package io.redisjobs;

import java.time.Duration;

/**
 * Thrown by a handler that may not run now, because something it needs has had enough:
 * the job goes back to the front of its queue without using up an attempt, and no jobs of
 * the queue are taken for a while.
 */
public class JobRateLimitedException extends RedisJobsException {

	private final Duration pause;

	/**
	 * Creates the exception.
	 * @param pause how long this application takes no jobs of the queue, not negative;
	 * with BullMQ, neither do other workers that have a rate limit
	 */
	public JobRateLimitedException(Duration pause) {
		super("Rate limited for " + pause);
		this.pause = pause;
	}

	/** How long no jobs of the queue are to be taken. */
	public Duration pause() {
		return this.pause;
	}

}
