package io.redisjobs.protocol;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

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
		/** The job waits for another worker, because this one cannot run it. */
		HANDED_BACK,
		/** The job is not this run's any more; nothing was written. */
		LEASE_LOST,
		/** The job is gone; nothing was written. */
		GONE,
		/** The job's state does not allow it yet, see the detail. */
		BLOCKED,
		/** It cannot be done, however often it is tried, see the detail. */
		REFUSED

	}

	/** The job is done. */
	public static Settlement completed() {
		return new Settlement(Outcome.COMPLETED, null, "");
	}

	/** The lease is extended to a moment. */
	public static Settlement extended(Instant leaseEnd) {
		return new Settlement(Outcome.EXTENDED, leaseEnd, "");
	}

	/** The job gets another attempt at a moment. */
	public static Settlement retrying(Instant due) {
		return new Settlement(Outcome.RETRYING, due, "");
	}

	/** The job has failed for good. */
	public static Settlement failed() {
		return new Settlement(Outcome.FAILED, null, "");
	}

	/** The job is back in line. */
	public static Settlement released() {
		return new Settlement(Outcome.RELEASED, null, "");
	}

	/**
	 * The job waits for another worker until a moment.
	 * @param times how often by now
	 * @param most how often at most
	 */
	public static Settlement handedBack(Instant due, long times, int most) {
		return new Settlement(Outcome.HANDED_BACK, due.truncatedTo(ChronoUnit.MILLIS),
				"handed back for another worker, " + times + " of " + most + " times");
	}

	/** The job is not this run's any more, with who has it or what is known. */
	public static Settlement leaseLost(String detail) {
		return new Settlement(Outcome.LEASE_LOST, null, detail);
	}

	/** The job is gone. */
	public static Settlement gone() {
		return new Settlement(Outcome.GONE, null, "");
	}

	/** The job's state does not allow it yet, with the reason. */
	public static Settlement blocked(String detail) {
		return new Settlement(Outcome.BLOCKED, null, detail);
	}

	/** It cannot be done, with the reason. */
	public static Settlement refused(String detail) {
		return new Settlement(Outcome.REFUSED, null, detail);
	}

}
