package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Decides what a thread of a container does next, from what is in flight, how far the
 * container is on its way to its stop, and whether the queue is to rest. The loop's lock
 * guards it.
 */
final class NextStep {

	/** How long a queue rests, or a thread waits for jobs, before it looks again. */
	static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

	private final InFlight inFlight;

	private final LongSupplier nanoTime;

	private final Parking parking;

	private Phase phase = Phase.TAKING;

	private long restUntil;

	/**
	 * Creates the decision.
	 * @param inFlight the jobs and calls that are under way
	 * @param nanoTime tells the time
	 */
	NextStep(InFlight inFlight, LongSupplier nanoTime) {
		this.inFlight = inFlight;
		this.nanoTime = nanoTime;
		this.parking = new Parking(nanoTime);
		this.restUntil = nanoTime.getAsLong();
	}

	/**
	 * Decides.
	 * @param rest how long the queue is to rest yet, see {@link #restNanos()}
	 * @param connected whether Redis has answered the latest calls
	 * @param canWakeOne whether another thread could go on with what is left
	 */
	Step choose(long rest, boolean connected, boolean canWakeOne) {
		boolean mayCall = mayCall(rest, connected);
		if (mayCall && (this.inFlight.hasFullBatch() || mustWriteFirst(canWakeOne))) {
			return Step.WRITE;
		}
		if (mayRun(canWakeOne)) {
			return Step.RUN;
		}
		if (mayRelease()) {
			return Step.RELEASE;
		}
		if (mayCall && this.inFlight.hasUnwritten()) {
			return Step.WRITE;
		}
		if (rest <= 0 && mayTake()) {
			return Step.TAKE;
		}
		if (!isTaking() && this.inFlight.isEmpty()) {
			return Step.STOP;
		}
		return mayLeave(rest) ? Step.LEAVE : Step.IDLE;
	}

	/** How long a thread may be idle, by what was decided on; zero is without an end. */
	long idleNanos(long rest, boolean connected) {
		return mayCall(rest, connected) ? this.inFlight.longestIdle(rest) : rest;
	}

	// while Redis is away, what has ended is not written before the pause is over
	private static boolean mayCall(long rest, boolean connected) {
		return rest <= 0 || connected;
	}

	// what has ended would wait for a handler, if the last free thread ran another job
	private boolean mustWriteFirst(boolean canWakeOne) {
		return this.inFlight.hasUnwritten() && !canWakeOne;
	}

	// somebody has to be there when what is blocked can be tried again
	private boolean mayRun(boolean canWakeOne) {
		return isTaking() && this.inFlight.ready() > 0 && (canWakeOne || !this.inFlight.hasBlocked());
	}

	// each goes before those released earlier, so two at once could change places
	private boolean mayRelease() {
		return !isTaking() && this.inFlight.ready() > 0 && !this.inFlight.isReleasing();
	}

	// what is blocked, or could not be written, needs somebody who waits
	private boolean mayLeave(long rest) {
		return isTaking() && this.parking.isParked() && rest <= 0 && !this.inFlight.hasBlocked()
				&& !this.inFlight.hasUnwritten();
	}

	/** Whether the queue is watched, so that no thread waits for jobs. */
	Parking parking() {
		return this.parking;
	}

	/**
	 * Whether somebody may release what was taken ahead, beside the threads that have it
	 * as their next step.
	 */
	boolean mayReleaseAhead() {
		return isTaking() || !this.inFlight.isReleasing();
	}

	/** Whether somebody should wait for jobs. */
	boolean mayTake() {
		return isTaking() && !this.parking.isParked() && this.inFlight.lacksJobs();
	}

	/** Whether anything is left to do for a thread more. */
	boolean isSomethingLeft() {
		return this.inFlight.ready() > 0 || this.inFlight.hasUnwritten() || this.inFlight.hasBlocked() || mayTake();
	}

	/**
	 * Whether a thread that goes on with something should wake another for what is left.
	 * One that is in a call comes back soon, and sees then what is left.
	 */
	boolean needsHelp() {
		if (this.inFlight.isCalling()) {
			return this.inFlight.durations().isWorthWaking(this.inFlight.ready());
		}
		return isSomethingLeft();
	}

	/** How many jobs to ask for in a call that writes. */
	Demand demandOfWrite(long rest) {
		return (isTaking() && rest <= 0) ? this.inFlight.demand() : Demand.NONE;
	}

	/** How many jobs to ask for in a call that waits for them. */
	Demand demandOfTake() {
		Demand all = this.inFlight.demand();
		// the thread that waits is free itself
		return new Demand(all.jobs(), Math.max(1, all.slots()));
	}

	/** How long the queue is to rest yet; zero or less if it is not. */
	long restNanos() {
		return this.restUntil - this.nanoTime.getAsLong();
	}

	/** Takes no jobs for a time. */
	void rest(Duration time) {
		this.restUntil = this.nanoTime.getAsLong() + Math.min(time.toNanos(), LONGEST_WAIT.toNanos());
	}

	/** Ends a rest. */
	void endRest() {
		this.restUntil = this.nanoTime.getAsLong();
	}

	/** Enters a phase, in which a rest is over. */
	void enter(Phase next) {
		this.phase = next;
		this.parking.end();
		endRest();
	}

	boolean isTaking() {
		return this.phase == Phase.TAKING;
	}

	boolean isInterrupting() {
		return this.phase == Phase.INTERRUPTING;
	}

	/** What should have happened long ago, if anything. */
	@Nullable String overdue(Duration patience) {
		return isTaking()
				? this.inFlight.overdue(patience.plus(LONGEST_WAIT), restNanos() > 0 || this.parking.isParked()) : null;
	}

}
