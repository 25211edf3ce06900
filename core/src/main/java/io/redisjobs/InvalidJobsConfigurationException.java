package io.redisjobs;

/**
 * Something in the application's set-up that cannot work, and what to do about it. Thrown
 * at the start of the application, which shows both.
 */
public class InvalidJobsConfigurationException extends RedisJobsException {

	private final String action;

	/**
	 * Creates the exception.
	 * @param problem what is wrong, as a sentence
	 * @param action what to do about it, as a sentence
	 */
	public InvalidJobsConfigurationException(String problem, String action) {
		super(problem);
		this.action = action;
	}

	/** What to do about it. */
	public String action() {
		return this.action;
	}

}
