package io.redisjobs.protocol;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Delayed jobs that are due and that nobody has put in line yet, because no worker is
 * there or free: they wait like those in line.
 */
public final class Overdue {

	private Overdue() {
	}

	/**
	 * Since when the oldest of all waits.
	 * @param inLine since when the oldest in line waits, null if that is not known
	 * @param firstDue when the first delayed job is due, null if there is none
	 */
	public static @Nullable Instant orEarlier(@Nullable Instant inLine, @Nullable Instant firstDue, Instant now) {
		if (firstDue == null || firstDue.isAfter(now)) {
			return inLine;
		}
		return (inLine == null || firstDue.isBefore(inLine)) ? firstDue : inLine;
	}

}
