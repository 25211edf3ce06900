package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.IntFunction;

import io.redisjobs.protocol.MaintenanceReport;
import org.jspecify.annotations.Nullable;

/** Does a queue's upkeep piece by piece; the contract says when the next one is due. */
final class Upkeep {

	private static final int MOST_JOBS = 1000;

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);

	private final String queue;

	private final IntFunction<MaintenanceReport> maintain;

	private final JobMonitor monitor;

	private final Outage outage;

	private long due = System.nanoTime();

	/** When the next piece is due if nothing has changed in the queue. */
	private long dueUnchanged = this.due;

	/** How often the queue had changed when the latest piece was done. */
	private @Nullable Long changesSeen;

	/**
	 * Creates the upkeep.
	 * @param queue the name of what is looked after
	 * @param maintain does a piece that touches no more than so many jobs
	 * @param monitor told what was done; must not block
	 * @param outage told of failed calls
	 */
	Upkeep(String queue, IntFunction<MaintenanceReport> maintain, JobMonitor monitor, Outage outage) {
		this.queue = queue;
		this.maintain = maintain;
		this.monitor = monitor;
		this.outage = outage;
	}

	/** Does the next piece if it is due; answers when there is one again. */
	Duration round() {
		return round(null);
	}

	/**
	 * Does the next piece if it is due; answers when there is one again.
	 * @param changes how often the queue has changed as far as is known, {@code null} if
	 * it is not watched
	 */
	Duration round(@Nullable Long changes) {
		boolean unchanged = changes != null && changes.equals(this.changesSeen);
		long left = (unchanged ? this.dueUnchanged : this.due) - System.nanoTime();
		if (left > 0) {
			return Duration.ofNanos(left);
		}
		this.changesSeen = changes;
		MaintenanceReport done = doPiece();
		Duration next = atLeast(done.next());
		Duration nextIfUnchanged = atLeast(done.nextIfUnchanged());
		long now = System.nanoTime();
		this.due = now + next.toNanos();
		this.dueUnchanged = now + nextIfUnchanged.toNanos();
		return (changes != null) ? nextIfUnchanged : next;
	}

	private static Duration atLeast(Duration pause) {
		return (pause.compareTo(SHORTEST_PAUSE) < 0) ? SHORTEST_PAUSE : pause;
	}

	private MaintenanceReport doPiece() {
		try {
			MaintenanceReport report = this.maintain.apply(MOST_JOBS);
			this.outage.callSucceeded();
			if (report.isWorthTelling()) {
				this.monitor.maintained(this.queue, report);
			}
			return report;
		}
		catch (Throwable ex) {
			return MaintenanceReport.nothing(this.outage.callFailed("do the upkeep", ex));
		}
	}

}
