package io.redisjobs;

/** A queue that neither the configuration nor a handler names. */
public class UnknownQueueException extends RedisJobsException {

	private final String queue;

	public UnknownQueueException(String queue, String message) {
		super(message);
		this.queue = queue;
	}

	/** The queue nobody knows. */
	public String queue() {
		return this.queue;
	}

}
