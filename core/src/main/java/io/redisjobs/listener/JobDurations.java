package io.redisjobs.listener;

/**
 * How long jobs and monitors typically keep a thread busy, and what follows from it. Jobs
 * that are done sooner than a thread is woken are better left to threads that are awake,
 * and jobs that will start within a millisecond may be taken before there is a slot for
 * them.
 */
final class JobDurations {

	private static final long SHORT_JOB_NANOS = 500_000;

	/** A job is taken ahead if it will start within this time. */
	private static final long AHEAD_NANOS = 1_000_000;

	/** How long it takes to wake a thread. */
	private static final long WAKING_NANOS = 200_000;

	private static final int MOST_AHEAD = 100;

	private static final int MOST_AHEAD_PER_SLOT = 6;

	/** The latest duration counts as one part in so many. */
	private static final int WEIGHT = 8;

	private long typicalJobNanos = AHEAD_NANOS;

	private long typicalMonitorNanos;

	/** Takes jobs to be long until they have been short for a while. */
	void assumeLong() {
		this.typicalJobNanos = Math.max(this.typicalJobNanos, AHEAD_NANOS);
	}

	/** Notes how long a job kept a thread busy. */
	void jobTook(long nanos) {
		this.typicalJobNanos = Math.max(1, this.typicalJobNanos + (nanos - this.typicalJobNanos) / WEIGHT);
	}

	/** Notes how long monitors kept a thread busy. */
	void monitorsTook(long nanos) {
		this.typicalMonitorNanos += (nanos - this.typicalMonitorNanos) / WEIGHT;
	}

	/** Whether another thread should go on while monitors keep one busy. */
	boolean areMonitorsSlow() {
		return this.typicalMonitorNanos > WAKING_NANOS;
	}

	/**
	 * Whether threads that are awake get to a job as soon as one that is woken for it.
	 */
	boolean areJobsShort() {
		return this.typicalJobNanos < SHORT_JOB_NANOS;
	}

	/**
	 * Whether so many jobs keep a thread busy for longer than it takes to wake another.
	 */
	boolean isWorthWaking(int jobs) {
		return jobs * this.typicalJobNanos > WAKING_NANOS;
	}

	/**
	 * How many jobs may be taken beyond the slots. With a single slot, jobs are taken one
	 * at a time.
	 */
	int ahead(int slots) {
		if (!areJobsShort()) {
			return 0;
		}
		long startingSoon = slots * AHEAD_NANOS / this.typicalJobNanos;
		return (int) Math.min(startingSoon, Math.min(MOST_AHEAD, MOST_AHEAD_PER_SLOT * Math.max(0, slots - 1)));
	}

}
