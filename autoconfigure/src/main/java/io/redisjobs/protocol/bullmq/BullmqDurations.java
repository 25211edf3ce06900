package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as numbers; those beyond all bounds are a hundred years. */
final class BullmqDurations {

	private static final Duration LONGEST = Duration.ofDays(36525);

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
		if (duration.isNegative()) {
			return Duration.ZERO;
		}
		return (duration.compareTo(LONGEST) > 0) ? LONGEST : duration;
	}

}
