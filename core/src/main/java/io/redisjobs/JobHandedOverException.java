package io.redisjobs;

/**
 * Thrown by a handler after it has moved its job elsewhere itself (to the delayed jobs,
 * to its children): nothing more is settled.
 */
public class JobHandedOverException extends RedisJobsException {

	public JobHandedOverException(String message) {
		super(message);
	}

}
