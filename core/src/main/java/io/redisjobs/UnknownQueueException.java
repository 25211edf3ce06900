package io.redisjobs;

/**
 * A queue that the configuration does not name, in an application that is
 * {@code redis-jobs.strict}. Redis has not been touched.
 */
public class UnknownQueueException extends RedisJobsException {

	private final String queue;

	/**
	 * Creates the exception.
	 * @param queue the queue nobody knows
	 * @param message which queues are known, and what to do
	 */
	public UnknownQueueException(String queue, String message) {
		super(message);
		this.queue = queue;
	}

	/** The queue nobody knows. */
	public String queue() {
		return this.queue;
	}

}
