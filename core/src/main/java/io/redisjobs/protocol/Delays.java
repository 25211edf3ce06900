package io.redisjobs.protocol;

import java.time.Duration;

/** Keeps waiting times within what can be reckoned with. */
public final class Delays {

	/** As good as for ever, and still a number of nanoseconds and a date. */
	public static final Duration LONGEST = Duration.ofDays(36_525);

	private Delays() {
	}

	/** The time, or the longest one if it is longer. */
	public static Duration bounded(Duration delay) {
		return (delay.compareTo(LONGEST) > 0) ? LONGEST : delay;
	}

}
