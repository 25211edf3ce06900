package io.redisjobs;

/** An option that the queue's contract cannot express. */
public class UnsupportedJobOptionException extends JobRefusedException {

	private final String option;

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
