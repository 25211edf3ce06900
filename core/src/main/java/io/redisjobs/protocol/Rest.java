package io.redisjobs.protocol;

import java.time.Duration;

/**
 * When a worker holds back: it takes no jobs for a time, or lets others be first for a
 * while. Both end whatever becomes of the clock.
 */
public final class Rest {

	/** Redis ends waits of the same moment up to 100 ms apart, or all at once. */
	private static final Duration BEHIND = Duration.ofMillis(250);

	/** For so long after the job is due at the latest. */
	private static final Duration COURTEOUS = Duration.ofMinutes(1);

	private volatile long end = System.nanoTime();

	private volatile long courteousUntil = this.end;

	/** Begins a rest from now on, in place of one under way. */
	public void begin(Duration rest) {
		this.end = System.nanoTime() + Delays.bounded(rest).toNanos();
	}

	/** Lets it end earlier. */
	public void shorten(Duration by) {
		this.end -= Delays.bounded(by).toNanos();
	}

	/** How much of it is left, zero if nothing is. */
	public Duration left() {
		return Duration.ofNanos(Math.max(0, this.end - System.nanoTime()));
	}

	/**
	 * Lets others be first to take what becomes due: this worker hands back a job that it
	 * cannot run, and might be the quickest to take it each time.
	 */
	public void letOthersBeFirst(FailureAction.HandBack action) {
		this.courteousUntil = System.nanoTime() + Delays.bounded(action.longestPause().plus(COURTEOUS)).toNanos();
	}

	/** How much later than others to look for what is due. */
	public Duration behindOthers() {
		return (System.nanoTime() - this.courteousUntil < 0) ? BEHIND : Duration.ZERO;
	}

}
