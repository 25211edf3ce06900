package io.redisjobs;

/** A queue whose name or settings its contract does not allow. */
public class InvalidQueueException extends RedisJobsException {

	private final String queue;

	private final String action;

	/**
	 * Creates the exception.
	 * @param queue the queue's name
	 * @param problem what is wrong, as a sentence
	 * @param action what to do about it, as a sentence
	 */
	public InvalidQueueException(String queue, String problem, String action) {
		super("Queue '" + queue + "': " + problem);
		this.queue = queue;
		this.action = action;
	}

	/** The queue's name. */
	public String queue() {
		return this.queue;
	}

	/** What to do about it. */
	public String action() {
		return this.action;
	}

}
