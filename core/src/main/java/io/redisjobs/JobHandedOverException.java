package io.redisjobs;

/**
 * Ends a run whose handler has moved its job elsewhere itself, to the delayed jobs or to
 * those that wait for their children. The container writes nothing more. Handlers let it
 * pass.
 */
public class JobHandedOverException extends RedisJobsException {

	/**
	 * Creates the exception.
	 * @param message where the job is now
	 */
	public JobHandedOverException(String message) {
		super(message);
	}

}
