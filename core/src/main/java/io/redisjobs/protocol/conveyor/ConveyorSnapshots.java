package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.redisjobs.JobState;
import io.redisjobs.protocol.Overdue;
import io.redisjobs.protocol.QueueSnapshot;
import org.jspecify.annotations.Nullable;

/** Counts a queue's jobs, those in keys that all queues share part by part. */
final class ConveyorSnapshots {

	/** How many jobs of the keys that all queues share are counted in one call. */
	private static final int COUNTED_AT_A_TIME = 1000;

	private static final int MOST_COUNTS = 100;

	private final ConveyorScripts scripts;

	private final String queue;

	private final Clock clock;

	ConveyorSnapshots(ConveyorScripts scripts, String queue, Clock clock) {
		this.scripts = scripts;
		this.queue = queue;
		this.clock = clock;
	}

	QueueSnapshot inspect() {
		ConveyorCounts part = count(0, "0");
		long queued = part.queued();
		boolean paused = part.paused();
		long scheduled = part.scheduled();
		long failed = part.failed();
		String firstDue = part.firstDue();
		Set<String> running = new HashSet<>(part.running());
		Set<String> closing = new HashSet<>(part.closing());
		for (int next = 1; next < MOST_COUNTS && part.goOn(); next++) {
			part = count(next * COUNTED_AT_A_TIME, part.cursor());
			scheduled += part.scheduled();
			failed += part.failed();
			firstDue = firstDue.isEmpty() ? part.firstDue() : firstDue;
			running.addAll(part.running());
			closing.addAll(part.closing());
		}
		running.removeAll(closing);
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, queued);
		counts.put(JobState.DELAYED, scheduled);
		counts.put(JobState.FAILED, failed);
		counts.put(JobState.ACTIVE, (long) running.size());
		counts.put(JobState.WAITING_CHILDREN, (long) closing.size());
		return new QueueSnapshot(paused, counts, (queued == 0) ? overdue(firstDue) : null);
	}

	// since when queued jobs wait is not stored
	private @Nullable Instant overdue(String score) {
		try {
			// whole seconds, of which the job waits for the rest
			Instant due = Instant.ofEpochMilli((long) (Double.parseDouble(score) * 1000)).plusSeconds(1);
			return Overdue.orEarlier(null, due, this.clock.instant());
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private ConveyorCounts count(int from, String cursor) {
		return this.scripts.inspect(this.queue, from, cursor, COUNTED_AT_A_TIME);
	}

}
