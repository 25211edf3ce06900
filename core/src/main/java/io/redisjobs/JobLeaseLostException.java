package io.redisjobs;

/**
 * A run that does not own its job any more wanted to publish children or follow-ups of
 * it. Nothing was published: whoever runs the job now publishes them.
 */
public class JobLeaseLostException extends JobRefusedException {

	/**
	 * Creates the exception.
	 * @param queue the queue of the new job
	 * @param message who does not own which job, as a part of a sentence
	 */
	public JobLeaseLostException(String queue, String message) {
		super(queue, message);
	}

}
