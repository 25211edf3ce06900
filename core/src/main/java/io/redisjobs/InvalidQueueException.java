package io.redisjobs;

/**
 * A queue whose name or settings its contract does not allow: at the start of the
 * application, or when a queue is used for the first time that is named nowhere.
 */
public class InvalidQueueException extends InvalidJobsConfigurationException {

	private final String queue;

	/**
	 * Creates the exception.
	 * @param queue the queue's name
	 * @param problem what is wrong, as a sentence
	 * @param action what to do about it, as a sentence
	 */
	public InvalidQueueException(String queue, String problem, String action) {
		super("Queue '" + queue + "': " + problem, action);
		this.queue = queue;
	}

	/** The queue's name. */
	public String queue() {
		return this.queue;
	}

}
