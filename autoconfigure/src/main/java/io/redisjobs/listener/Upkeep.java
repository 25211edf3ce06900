package io.redisjobs.listener;

import java.time.Duration;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.OpenQueue;

/** Does a queue's upkeep piece by piece; the contract says when the next one is due. */
final class Upkeep {

	private static final int LIMIT = 1000;

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);

	private final OpenQueue queue;

	private final JobMonitor news;

	private final Outage outage;

	private long due = System.nanoTime();

	/**
	 * Creates the upkeep.
	 * @param queue what is looked after
	 * @param news told what was done; must not block
	 * @param outage told of failed calls
	 */
	Upkeep(OpenQueue queue, JobMonitor news, Outage outage) {
		this.queue = queue;
		this.news = news;
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
			MaintenanceReport report = this.queue.queue().maintain(LIMIT);
			this.outage.over();
			this.news.maintained(this.queue.name(), report);
			return (report.next().compareTo(SHORTEST_PAUSE) < 0) ? SHORTEST_PAUSE : report.next();
		}
		catch (RuntimeException | Error ex) {
			return this.outage.seen("do the queue's upkeep", ex);
		}
	}

}
