package io.redisjobs.observation;

import java.util.function.Supplier;

import io.redisjobs.JobState;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueSnapshot;
import org.jspecify.annotations.Nullable;

/** How many jobs of a queue are in which state, as far as known. */
final class QueueCounts {

	private final Supplier<@Nullable QueueSnapshot> latest;

	QueueCounts(JobQueue queue, Readings readings) {
		this.latest = readings.add(queue::inspect);
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
