package io.redisjobs.protocol;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What became of a running job.
 *
 * @param outcome what happened
 * @param at when the next attempt is due, or when the extended lease ends
 * @param detail what there is to say of it, empty if nothing
 */
public record Settlement(Outcome outcome, @Nullable Instant at, String detail) {

	/** What happened. */
	public enum Outcome {

		/** The job is done. */
		COMPLETED,
		/** The lease is extended. */
		EXTENDED,
		/** The job gets another attempt. */
		RETRYING,
		/** The job has failed for good. */
		FAILED,
		/** The job is back in line. */
		RELEASED,
		/** The job is not this run's any more; nothing was written. */
		LEASE_LOST,
		/** The job is gone; nothing was written. */
		GONE,
		/** The job's state does not allow it yet, see the detail. */
		BLOCKED,
		/** It cannot be done, however often it is tried, see the detail. */
		REFUSED

	}

	public static Settlement completed() {
		return new Settlement(Outcome.COMPLETED, null, "");
	}

	public static Settlement extended(Instant leaseEnd) {
		return new Settlement(Outcome.EXTENDED, leaseEnd, "");
	}

	public static Settlement retrying(Instant due) {
		return new Settlement(Outcome.RETRYING, due, "");
	}

	public static Settlement failed() {
		return new Settlement(Outcome.FAILED, null, "");
	}

	public static Settlement released() {
		return new Settlement(Outcome.RELEASED, null, "");
	}

	public static Settlement leaseLost(String detail) {
		return new Settlement(Outcome.LEASE_LOST, null, detail);
	}

	public static Settlement gone() {
		return new Settlement(Outcome.GONE, null, "");
	}

	public static Settlement blocked(String detail) {
		return new Settlement(Outcome.BLOCKED, null, detail);
	}

	public static Settlement refused(String detail) {
		return new Settlement(Outcome.REFUSED, null, detail);
	}

}
