package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * Says that nothing in this application can run a job as it is: no handler takes jobs of
 * its name, or its payload does not fit the argument of the handler, which is not called.
 * Another version of the application may be able to, so the job uses up its attempts, and
 * in place of the last one goes back for another worker, a number of times, before it
 * fails. Handlers and converters may throw it too, before they have done anything.
 */
public class UnfitJobException extends RedisJobsException {

	/**
	 * Creates the exception.
	 * @param message what does not fit, which is stored with a job that fails
	 */
	public UnfitJobException(String message) {
		super(message);
	}

	/**
	 * Creates the exception.
	 * @param message what does not fit, which is stored with a job that fails
	 * @param cause what told it, if anything did
	 */
	public UnfitJobException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
