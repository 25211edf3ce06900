package io.redisjobs.protocol;

import java.time.Duration;
import java.util.Optional;

/**
 * What tests need of a queue: what waits for its time can be brought forward, and the
 * queue can be emptied. Nothing else uses it.
 */
public interface RehearsalRole {

	/**
	 * In how long the next job is due that waits for its time, be it delayed or to be
	 * tried again; zero if that time has come, empty if there is no such job.
	 */
	Optional<Duration> nextDue();

	/**
	 * For how long this worker takes no jobs, because the queue rests or a limit of
	 * starts is reached; zero if it takes them.
	 */
	Duration rest();

	/**
	 * Brings everything forward that waits for its time, and lets a rest end earlier. The
	 * leases of running jobs stay as they are, and so do the clocks.
	 * @param by by how much, not negative
	 */
	void advance(Duration by);

	/**
	 * Removes all jobs and what else is known of the queue, such as that it is paused.
	 * Must not be called while jobs of the queue run.
	 */
	void clear();

}
