package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * Something that is done again and again, on a platform thread. Whatever happens in one
 * round, there is a next one, and no other work can keep it from being begun.
 */
final class RepeatingTask {

	/** Leases may last longer than nanoseconds can be counted. */
	private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

	private final RoundTimer timer;

	private final String name;

	private final Supplier<Duration> round;

	/** The latest moment of the next round; during a round only what others ask for. */
	private volatile long next = System.nanoTime();

	/** Guarded by the timer, as what is under way. */
	private boolean underWay;

	/**
	 * Creates the task.
	 * @param timer begins the rounds
	 * @param name the name of the thread during a round
	 * @param round what is done; answers how long to pause afterwards
	 */
	RepeatingTask(RoundTimer timer, String name, Supplier<Duration> round) {
		this.timer = timer;
		this.name = name;
		this.round = round;
	}

	/** Begins with a first round at once; does nothing if it runs already. */
	void start() {
		this.timer.start(this);
	}

	/** Sees to it that the next round comes within a time. */
	void runWithin(Duration pause) {
		Duration bounded = (pause.compareTo(LONGEST_PAUSE) < 0) ? pause : LONGEST_PAUSE;
		long at = System.nanoTime() + bounded.toNanos();
		if (at - this.next < 0) {
			this.timer.bringForward(this, at);
		}
	}

	/** Begins no further round. */
	void stop() {
		this.timer.stop(this);
	}

	String name() {
		return this.name;
	}

	Duration round() {
		return this.round.get();
	}

	long next() {
		return this.next;
	}

	void next(long at) {
		this.next = at;
	}

	boolean isUnderWay() {
		return this.underWay;
	}

	void underWay(boolean underWay) {
		this.underWay = underWay;
	}

}
