package io.redisjobs.listener;

import java.time.Duration;
import java.time.Instant;

/**
 * A time during which a job is this container's.
 *
 * @param from when it was given
 * @param end when it ends unless it is extended
 */
record Lease(Instant from, Instant end) {

	/** When one of so many equal parts is used up. */
	Instant partUsed(int parts) {
		return this.from.plus(Duration.between(this.from, this.end).dividedBy(parts));
	}

	boolean endedBy(Instant now) {
		return !now.isBefore(this.end);
	}

}
