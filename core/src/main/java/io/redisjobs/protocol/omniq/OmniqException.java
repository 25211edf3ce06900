package io.redisjobs.protocol.omniq;

import io.redisjobs.RedisJobsException;
import io.redisjobs.protocol.Printable;

/** An operation that OmniQ refused; nothing was changed. */
public class OmniqException extends RedisJobsException {

	private final OmniqCode code;

	private final String rawCode;

	OmniqException(String operation, String queue, String subject, String rawCode) {
		super(operation + " failed: " + rawCode + " (queue '" + queue + "'"
				+ (subject.isEmpty() ? "" : ", '" + Printable.of(subject) + "'") + ")");
		this.code = OmniqCode.of(rawCode);
		this.rawCode = rawCode;
	}

	/** Why. */
	public OmniqCode code() {
		return this.code;
	}

	/** Why, as the script said it. */
	public String rawCode() {
		return this.rawCode;
	}

}
