package io.redisjobs.protocol;

import java.util.Map;

import io.redisjobs.JobState;

/**
 * A queue at one moment.
 *
 * @param paused whether it is paused for every worker
 * @param counts how many jobs are in which state, where the contract counts it
 */
public record QueueSnapshot(boolean paused, Map<JobState, Long> counts) {

	/** How many jobs are in a state; zero where the contract does not count it. */
	public long count(JobState state) {
		return this.counts.getOrDefault(state, 0L);
	}

}
