package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * The job that a new job is a child of.
 *
 * @param queue the parent's queue, or {@code null} for the new job's own; Conveyor finds
 * parents by their id alone
 * @param id the parent's id
 * @param onFailure what it does to the parent if the new job fails for good; with
 * Conveyor only {@link OnFailure#WAIT}, which means what the queue's
 * {@code child-failure} says
 */
public record ParentLink(@Nullable String queue, String id, OnFailure onFailure) {

	/** What it does to a parent if its child fails for good. */
	public enum OnFailure {

		/** The parent waits until the child is retried or removed. */
		WAIT,
		/** The parent fails as well. */
		FAIL_PARENT,
		/** The parent goes on at once. */
		CONTINUE_PARENT,
		/**
		 * The parent goes on when the other children are done; the failure is recorded.
		 */
		IGNORE,
		/** The parent goes on when the other children are done; nothing is recorded. */
		REMOVE

	}

}
