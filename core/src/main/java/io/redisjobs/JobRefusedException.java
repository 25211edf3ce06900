package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * A job that cannot be published as it is, of which nothing was written. Its payload, an
 * option or the id does not fit the queue's contract, which is found out before Redis is
 * touched; or Redis' state does not allow it, because its parent does not exist or its id
 * does. Publishing it again unchanged does not help.
 */
public class JobRefusedException extends RedisJobsException {

	private final String queue;

	/**
	 * Creates the exception.
	 * @param queue the queue that would have taken the job
	 * @param message what does not fit, and what to do about it
	 */
	public JobRefusedException(String queue, String message) {
		this(queue, message, null);
	}

	/**
	 * Creates the exception.
	 * @param queue the queue that would have taken the job
	 * @param message what does not fit, and what to do about it
	 * @param cause what found it out, if anything did
	 */
	public JobRefusedException(String queue, String message, @Nullable Throwable cause) {
		super("Queue '" + queue + "': " + message, cause);
		this.queue = queue;
	}

	/** The queue that would have taken the job. */
	public String queue() {
		return this.queue;
	}

}
