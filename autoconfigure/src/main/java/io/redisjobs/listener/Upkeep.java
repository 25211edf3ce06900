package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.OpenQueue;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.TaskScheduler;

/** Does a queue's upkeep piece by piece; the contract says when the next one is due. */
final class Upkeep {

	private static final int LIMIT = 1000;

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);

	private final OpenQueue queue;

	private final TaskScheduler scheduler;

	private final JobMonitor monitor;

	private final Outage outage;

	private final Clock clock;

	private @Nullable ScheduledFuture<?> next;

	private boolean stopped;

	Upkeep(OpenQueue queue, TaskScheduler scheduler, JobMonitor monitor, Outage outage, Clock clock) {
		this.queue = queue;
		this.scheduler = scheduler;
		this.monitor = monitor;
		this.outage = outage;
		this.clock = clock;
	}

	void start() {
		schedule(Duration.ZERO);
	}

	private synchronized void schedule(Duration pause) {
		if (!this.stopped) {
			this.next = this.scheduler.schedule(this::run, this.clock.instant().plus(pause));
		}
	}

	private void run() {
		Duration pause;
		try {
			MaintenanceReport report = this.queue.queue().maintain(LIMIT);
			this.outage.over();
			this.monitor.maintained(this.queue.name(), report);
			pause = (report.next().compareTo(SHORTEST_PAUSE) < 0) ? SHORTEST_PAUSE : report.next();
		}
		catch (RuntimeException | Error ex) {
			pause = this.outage.seen("do the queue's upkeep", ex);
		}
		schedule(pause);
	}

	synchronized void stop() {
		this.stopped = true;
		if (this.next != null) {
			this.next.cancel(false);
		}
	}

}
