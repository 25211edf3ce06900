package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * The job that a new job belongs to.
 *
 * @param queue the parent's queue, or {@code null} for the new job's own
 * @param id the parent's id
 * @param onFailure what a failure of the new job does to its parent
 */
public record ParentLink(@Nullable String queue, String id, OnFailure onFailure) {

	/** What the failure of a child does to its parent. */
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
