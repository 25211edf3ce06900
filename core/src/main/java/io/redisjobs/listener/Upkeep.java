package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.IntFunction;

import io.redisjobs.protocol.MaintenanceReport;

/** Does a queue's upkeep piece by piece; the contract says when the next one is due. */
final class Upkeep {

	private static final int MOST_JOBS = 1000;

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);

	private final String queue;

	private final IntFunction<MaintenanceReport> maintain;

	private final JobMonitor monitor;

	private final Outage outage;

	private long due = System.nanoTime();

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
		long left = this.due - System.nanoTime();
		if (left > 0) {
			return Duration.ofNanos(left);
		}
		Duration pause = doPiece();
		this.due = System.nanoTime() + pause.toNanos();
		return pause;
	}

	private Duration doPiece() {
		try {
			MaintenanceReport report = this.maintain.apply(MOST_JOBS);
			this.outage.callSucceeded();
			this.monitor.maintained(this.queue, report);
			return (report.next().compareTo(SHORTEST_PAUSE) < 0) ? SHORTEST_PAUSE : report.next();
		}
		catch (Throwable ex) {
			return this.outage.callFailed("do the upkeep", ex);
		}
	}

}
