package io.redisjobs.protocol;

import java.time.Duration;

/** A time in which a worker takes no jobs; it ends whatever becomes of the clock. */
public final class Rest {

	private volatile long end = System.nanoTime();

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

}
