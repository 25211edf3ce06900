package io.redisjobs.observation;

import java.time.Clock;
import java.util.function.Supplier;

import io.redisjobs.JobState;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs of a queue are in which state, and how long they wait, as far as known.
 */
final class QueueCounts {

	private final Supplier<@Nullable QueueSnapshot> latest;

	private final Clock clock;

	QueueCounts(JobQueue queue, Readings readings, Clock clock) {
		this.clock = clock;
		this.latest = readings.add(queue::inspect);
	}

	/**
	 * How many seconds the job that has waited longest could have been taken by now: zero
	 * if none waits, not a number if the contract does not tell.
	 */
	double secondsOfOldest() {
		QueueSnapshot snapshot = this.latest.get();
		if (snapshot == null) {
			return Double.NaN;
		}
		if (snapshot.oldestWaiting() == null) {
			boolean none = snapshot.count(JobState.WAITING) == 0 && snapshot.count(JobState.PRIORITIZED) == 0;
			return none ? 0 : Double.NaN;
		}
		return Waits.until(this.clock.instant(), snapshot.oldestWaiting()).toMillis() / 1000.0;
	}

	/** The sum of the states that the contract counts; not a number if it counts none. */
	double count(JobState... states) {
		QueueSnapshot snapshot = this.latest.get();
		double sum = Double.NaN;
		if (snapshot != null) {
			for (JobState state : states) {
				Long count = snapshot.counts().get(state);
				if (count != null) {
					sum = Double.isNaN(sum) ? count : sum + count;
				}
			}
		}
		return sum;
	}

}
