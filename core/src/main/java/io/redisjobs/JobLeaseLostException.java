package io.redisjobs;

/**
 * A run that does not own its job any more wanted to publish children or follow-ups of
 * it. Nothing was published: whoever runs the job now publishes them.
 */
public class JobLeaseLostException extends JobRefusedException {

	public JobLeaseLostException(String queue, String message) {
		super(queue, message);
	}

}
