package io.redisjobs.protocol;

/**
 * What became of a published job.
 *
 * @param id the id of the job, or of the one that stands for it; empty if there is none
 * @param outcome what happened
 * @param detail why there is none, as a part of a sentence; empty if there is one
 */
public record PublishResult(String id, Outcome outcome, String detail) {

	/** What happened. */
	public enum Outcome {

		/** The job is new. */
		ADDED,
		/** A job with that id exists. */
		DUPLICATE,
		/** A job with that deduplication id stands for it. */
		DEDUPLICATED,
		/** Redis' state does not allow it; nothing was written. */
		REFUSED,
		/** The run it was published by does not own its job; nothing was written. */
		LEASE_LOST

	}

	/** The job is new. */
	public static PublishResult added(String id) {
		return new PublishResult(id, Outcome.ADDED, "");
	}

	/** The job that has the given id already stands for it. */
	public static PublishResult duplicate(String id) {
		return new PublishResult(id, Outcome.DUPLICATE, "");
	}

	/** The job that has the deduplication id stands for it. */
	public static PublishResult deduplicated(String id) {
		return new PublishResult(id, Outcome.DEDUPLICATED, "");
	}

	/** The run that publishes it does not own its job. */
	public static PublishResult leaseLost(String detail) {
		return new PublishResult("", Outcome.LEASE_LOST, detail);
	}

	/** Redis' state does not allow it. */
	public static PublishResult refused(String detail) {
		return new PublishResult("", Outcome.REFUSED, detail);
	}

}
