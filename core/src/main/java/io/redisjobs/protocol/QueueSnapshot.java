package io.redisjobs.protocol;

import java.time.Instant;
import java.util.Map;

import io.redisjobs.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A queue at one moment.
 *
 * @param paused whether it is paused for every worker
 * @param counts how many jobs are in which state, where the contract counts it
 * @param oldestWaiting since when the job that has waited longest could have been taken;
 * null if none waits, or if the contract does not tell
 */
public record QueueSnapshot(boolean paused, Map<JobState, Long> counts, @Nullable Instant oldestWaiting) {

	/** A snapshot that does not tell how long jobs wait. */
	public QueueSnapshot(boolean paused, Map<JobState, Long> counts) {
		this(paused, counts, null);
	}

	/** How many jobs are in a state; zero where the contract does not count it. */
	public long count(JobState state) {
		return this.counts.getOrDefault(state, 0L);
	}

}
