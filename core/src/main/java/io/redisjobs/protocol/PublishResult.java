package io.redisjobs.protocol;

/**
 * What became of a published job.
 *
 * @param id the id of the job that stands for it
 * @param outcome what happened
 * @param detail why it was refused, empty otherwise
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

	public static PublishResult added(String id) {
		return new PublishResult(id, Outcome.ADDED, "");
	}

	public static PublishResult duplicate(String id) {
		return new PublishResult(id, Outcome.DUPLICATE, "");
	}

	public static PublishResult deduplicated(String id) {
		return new PublishResult(id, Outcome.DEDUPLICATED, "");
	}

	public static PublishResult leaseLost(String detail) {
		return new PublishResult("", Outcome.LEASE_LOST, detail);
	}

	public static PublishResult refused(String detail) {
		return new PublishResult("", Outcome.REFUSED, detail);
	}

}
