package io.redisjobs.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One queue, spoken to in its contract. Implementations are thread-safe and block; a
 * Redis that does not answer is an exception, everything expected is a value.
 */
public interface JobQueue extends AutoCloseable {

	/**
	 * Publishes jobs in order, many to a round trip; not atomic as a whole. Each job is
	 * new, or there is a result that says what stands in its way.
	 * @param jobs the jobs, with options that the contract is capable of
	 * @return the results, in the jobs' order
	 * @throws io.redisjobs.JobRefusedException if one of the jobs does not fit the
	 * contract; no job has been sent then
	 */
	List<PublishResult> publish(List<NewJob> jobs);

	/**
	 * Takes jobs.
	 * @param max the most to take
	 * @param maxWait the longest to wait while there is none; zero does not wait. An
	 * implementation may return earlier
	 */
	Reservation reserve(int max, Duration maxWait);

	/**
	 * Takes jobs, some of them before there is a slot to run them in. Those that have
	 * been with a worker before are not among these, where they could fail for being lost
	 * once more without having been started.
	 * @param max the most jobs to take
	 * @param slots how many of them can be started at once
	 */
	default Reservation reserve(int max, int slots, Duration maxWait) {
		return reserve(max, maxWait);
	}

	/**
	 * Whether jobs may be taken before there is a slot to run them in. Not where one that
	 * is lost with its worker, without having been started, could fail for it.
	 */
	default boolean mayTakeAhead() {
		return false;
	}

	/** Extends the leases of jobs in one round trip; answers are in the jobs' order. */
	List<Settlement> extend(List<? extends ReservedJob> jobs);

	/** Completes jobs; answers are in the completions' order. */
	List<Settlement> complete(List<Completion> completions);

	/**
	 * Completes jobs and takes others without waiting, in one round trip where the
	 * contract can.
	 */
	default Exchange exchange(List<Completion> completions, int max) {
		return Exchange.after(complete(completions), () -> reserve(max, Duration.ZERO));
	}

	/**
	 * Completes jobs and takes others, some of them before there is a slot to run them
	 * in, as {@link #reserve(int, int, Duration)} does.
	 */
	default Exchange exchange(List<Completion> completions, int max, int slots) {
		return exchange(completions, max);
	}

	/**
	 * Ends a run that failed. The failure says what is to become of the job; the
	 * settlement says what did.
	 */
	Settlement fail(Failure failure);

	/**
	 * Does a bounded piece of the queue's upkeep: promoting, recovering, trimming.
	 * @param limit the most jobs to touch
	 */
	MaintenanceReport maintain(int limit);

	/** Pauses the queue for every worker. */
	void pause();

	/** Ends the pause. */
	void resume();

	/** Reads how many jobs are in which state. */
	QueueSnapshot inspect();

	/**
	 * Begins to watch the queue, so that nobody has to wait in {@link #reserve}. Whoever
	 * reserves afterwards, and gets nothing, misses no job that comes later. Any
	 * connection that waits is closed.
	 * @param changed called once, soon after there may be something to take; must not
	 * block
	 * @return how long the queue may be left alone if nothing changes and no job becomes
	 * due, or zero if it cannot be watched
	 */
	default Duration watch(Runnable changed) {
		return Duration.ZERO;
	}

	/**
	 * Ends a wait in {@link #reserve}, or the next one if none is under way. Takes about
	 * a second at most, even if Redis does not answer.
	 */
	void wakeUp();

	/** Something that only some contracts have. */
	default <T> Optional<T> role(Class<T> type) {
		return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
	}

	/**
	 * Ends waits and watches and closes the connections of its own; the next wait opens
	 * them again. Takes about a second at most, even if Redis does not answer.
	 */
	default void disconnect() {
		wakeUp();
	}

	/**
	 * Ends waits and closes the connections of its own for good. Takes a few seconds at
	 * most, even if Redis does not answer.
	 */
	@Override
	void close();

}
