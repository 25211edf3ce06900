package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * A job that cannot be published as it is: the payload, an option or the id does not fit
 * the queue's contract. Redis has not been touched.
 */
public class JobRefusedException extends RedisJobsException {

	private final String queue;

	public JobRefusedException(String queue, String message) {
		this(queue, message, null);
	}

	public JobRefusedException(String queue, String message, @Nullable Throwable cause) {
		super("Queue '" + queue + "': " + message, cause);
		this.queue = queue;
	}

	/** The queue that would have taken the job. */
	public String queue() {
		return this.queue;
	}

}
