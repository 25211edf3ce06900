package io.redisjobs.autoconfigure;

import java.util.Set;

/**
 * The properties that only one contract has: a JavaBean whose fields carry the contract's
 * defaults. They stand in a group of the contract's name, under
 * {@code redis-jobs.queues.<name>} and under {@code redis-jobs.defaults}, and are read in
 * this order: the defaults, then the queue's own over them. A contract announces them by
 * a bean of type {@link ContractGroup}.
 */
public interface ContractProperties {

	/**
	 * Takes over what the common properties say at one place, before the group at the
	 * same place is read: first what stands under {@code redis-jobs.defaults}, then what
	 * stands under the queue. What is not set is {@code null}.
	 */
	default void inherit(QueueProperties common) {
	}

	/**
	 * The common properties that the contract cannot follow, such as
	 * {@code backoff-type}. One of them under a queue of the contract ends the start;
	 * under {@code redis-jobs.defaults} it is for the queues of other contracts.
	 */
	default Set<String> unused() {
		return Set.of();
	}

	/**
	 * Those of its properties that mean something for all queues together only, and so
	 * stand under {@code redis-jobs.defaults} alone.
	 */
	default Set<String> forAllQueues() {
		return Set.of();
	}

	/** The queues that jobs or results of this one go on to. */
	default Set<String> targets() {
		return Set.of();
	}

	/** Refuses values that no queue can have. */
	default void check(PropertyCheck check) {
	}

	/**
	 * The settings that the contract opens the queue with.
	 * @param common the queue's common properties over the default ones
	 */
	Object settings(QueueProperties common);

}
