package io.redisjobs.listener;

/**
 * How long the runs of a container take, and what follows from it. Runs that are over
 * sooner than a thread is woken are better left to threads that are awake, and jobs that
 * will start within a millisecond may be taken before there is a slot for them.
 */
final class Tempo {

	private static final long QUICK_RUN_NANOS = 500_000;

	private static final long HEADWAY_NANOS = 1_000_000;

	private static final long WAKING_NANOS = 200_000;

	private static final int MOST_AHEAD = 100;

	private static final int MOST_AHEAD_PER_SLOT = 6;

	private static final int WEIGHT = 8;

	private long typicalRunNanos = HEADWAY_NANOS;

	private long typicalTellingNanos;

	/** Takes nothing ahead until runs have been quick for a while. */
	void slowDown() {
		this.typicalRunNanos = Math.max(this.typicalRunNanos, HEADWAY_NANOS);
	}

	void ran(long nanos) {
		this.typicalRunNanos = Math.max(1, this.typicalRunNanos + (nanos - this.typicalRunNanos) / WEIGHT);
	}

	void told(long nanos) {
		this.typicalTellingNanos += (nanos - this.typicalTellingNanos) / WEIGHT;
	}

	/** Whether somebody else should go on while a thread tells what has ended. */
	boolean isTellingSlow() {
		return this.typicalTellingNanos > WAKING_NANOS;
	}

	/**
	 * Whether threads that are awake get to a job as soon as one that is woken for it.
	 */
	boolean isQuick() {
		return this.typicalRunNanos < QUICK_RUN_NANOS;
	}

	/**
	 * Whether so many jobs keep a thread busy for longer than it takes to wake another.
	 */
	boolean isWorthWaking(int jobs) {
		return jobs * this.typicalRunNanos > WAKING_NANOS;
	}

	/**
	 * How many jobs may be taken beyond the concurrency. With a concurrency of one, jobs
	 * are taken one at a time.
	 */
	int ahead(int concurrency) {
		if (!isQuick()) {
			return 0;
		}
		long startingSoon = concurrency * HEADWAY_NANOS / this.typicalRunNanos;
		return (int) Math.min(startingSoon, Math.min(MOST_AHEAD, MOST_AHEAD_PER_SLOT * Math.max(0, concurrency - 1)));
	}

}
