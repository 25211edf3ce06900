package io.redisjobs;

/**
 * Ends a run whose handler has moved its job elsewhere itself, to the delayed jobs or to
 * those that wait for their children. The container writes nothing more. Handlers let it
 * pass.
 */
public class JobHandedOverException extends RedisJobsException {

	public JobHandedOverException(String message) {
		super(message);
	}

}
