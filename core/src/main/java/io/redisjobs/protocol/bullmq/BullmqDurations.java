package io.redisjobs.protocol.bullmq;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.redisjobs.protocol.Delays;

/** Durations as numbers, from none to a hundred years. */
final class BullmqDurations {

	private BullmqDurations() {
	}

	static long millis(Duration duration) {
		return bounded(duration).toMillis();
	}

	static long nanos(Duration duration) {
		return bounded(duration).toNanos();
	}

	/** Nanoseconds as milliseconds, of which a started one is a whole one. */
	static long ceilMillis(long nanos) {
		return -Math.floorDiv(-nanos, TimeUnit.MILLISECONDS.toNanos(1));
	}

	private static Duration bounded(Duration duration) {
		return duration.isNegative() ? Duration.ZERO : Delays.bounded(duration);
	}

	/** A time in seconds, with decimals only if it has any. */
	static BigDecimal seconds(Duration duration) {
		BigDecimal seconds = BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros();
		return (seconds.scale() < 0) ? seconds.setScale(0) : seconds;
	}

}
