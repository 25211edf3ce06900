package io.redisjobs;

/**
 * An option, or something to do with a job, that the queue's contract cannot express.
 * Redis has not been touched.
 */
public class UnsupportedJobOptionException extends JobRefusedException {

	private final String option;

	/**
	 * Creates the exception.
	 * @param queue the queue
	 * @param protocol its contract
	 * @param option the name of the option
	 */
	public UnsupportedJobOptionException(String queue, String protocol, String option) {
		super(queue, "option '" + option + "' is not part of the contract '" + protocol
				+ "'. Leave it out, or put the job on a queue whose contract has it.");
		this.option = option;
	}

	/** The name of the option. */
	public String option() {
		return this.option;
	}

}
