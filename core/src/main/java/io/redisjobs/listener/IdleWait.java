package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Reservation;

/**
 * How a container waits for jobs: on a thread and a connection of its own where there are
 * few containers or jobs keep coming, otherwise watched. The one thread that takes jobs
 * uses it.
 */
final class IdleWait {

	/** How long somebody waits where jobs have just kept coming. */
	private static final Duration BUSY_WAIT = Duration.ofSeconds(1);

	/** Jobs keep coming as long as they follow each other within this time. */
	private static final Duration BUSY = Duration.ofMillis(250);

	/** How long a limit that says nothing of its end is trusted. */
	private static final Duration LIMITED = Duration.ofSeconds(5);

	private final JobQueue queue;

	private final WaitPlaces places;

	private long lastArrival = System.nanoTime() - TimeUnit.DAYS.toNanos(1);

	private boolean busy;

	private boolean place;

	private Duration watchedFor = Duration.ZERO;

	IdleWait(JobQueue queue, WaitPlaces places) {
		this.queue = queue;
		this.places = places;
	}

	/**
	 * Begins to wait.
	 * @param changed told if the queue is watched and something changes
	 * @return how long to wait in the call that takes jobs, zero if the queue is watched
	 */
	Duration begin(Runnable changed) {
		this.watchedFor = Duration.ZERO;
		if (this.places.areEnough()) {
			return NextStep.LONGEST_WAIT;
		}
		boolean keptBusy = this.busy && System.nanoTime() - this.lastArrival < BUSY_WAIT.toNanos();
		this.place = keptBusy && this.places.take();
		if (this.place) {
			return BUSY_WAIT;
		}
		this.watchedFor = watch(changed);
		return this.watchedFor.isZero() ? NextStep.LONGEST_WAIT : Duration.ZERO;
	}

	private Duration watch(Runnable changed) {
		try {
			return this.queue.watch(changed);
		}
		catch (Throwable ex) {
			// the call that takes jobs meets the same trouble, and tells of it
			return Duration.ZERO;
		}
	}

	/** Ends the wait, whatever it has brought. */
	void end() {
		if (this.place) {
			this.place = false;
			this.places.giveBack();
		}
	}

	/** Notes that jobs have come. */
	void arrived() {
		long now = System.nanoTime();
		this.busy = now - this.lastArrival < BUSY.toNanos();
		this.lastArrival = now;
	}

	/**
	 * How long nobody needs to look at the queue while nothing changes, zero if somebody
	 * must.
	 * @param found what the latest look has brought
	 */
	Duration leaveAlone(Reservation found) {
		Duration lookAgain = found.lookAgain();
		return switch (found.kind()) {
			case JOBS -> Duration.ZERO;
			case EMPTY -> lookAgain.isZero() ? this.watchedFor : shorter(lookAgain, this.watchedFor);
			case PAUSED -> this.watchedFor;
			case THROTTLED -> shorter(lookAgain.isZero() ? LIMITED : lookAgain, this.watchedFor);
		};
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

}
