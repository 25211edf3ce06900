package io.redisjobs.protocol.omniq;

/** Why OmniQ refuses an operation. */
public enum OmniqCode {

	/** The lease token is empty. */
	TOKEN_REQUIRED,
	/** The job has another lease token, or none: the lease is lost. */
	TOKEN_MISMATCH,
	/** The job is not running. */
	NOT_ACTIVE,
	/** There is no such job. */
	NO_JOB,
	/** The job has not failed. */
	NOT_FAILED,
	/** The job is running. */
	ACTIVE,
	/** The job's state is not that of the lane. */
	LANE_MISMATCH,
	/** The job is not in the lane. */
	NOT_IN_LANE,
	/** There is no such lane. */
	BAD_LANE,
	/** The arguments do not fit. */
	BAD_ARGS,
	/** More than 100 ids in one call. */
	BATCH_TOO_LARGE,
	/** The job id is empty or has control characters. */
	BAD_JOB_ID,
	/** A job with that id exists. */
	DUPLICATE_ID,
	/** The number of children is missing. */
	NO_EXPECTED,
	/** The number of children is not positive. */
	BAD_EXPECTED,
	/** The counter exists. */
	ALREADY_INIT,
	/** The child's id is missing. */
	CHILD_REQUIRED,
	/** There is no such counter. */
	NO_COUNTER,
	/** A code that this client does not know, see {@link OmniqException#rawCode()}. */
	OTHER;

	static OmniqCode of(String raw) {
		for (OmniqCode code : values()) {
			if (code.name().equals(raw)) {
				return code;
			}
		}
		return OTHER;
	}

	/** Whether it says that the job is not the caller's any more. */
	public boolean leaseLost() {
		return this == TOKEN_REQUIRED || this == TOKEN_MISMATCH || this == NOT_ACTIVE;
	}

}
