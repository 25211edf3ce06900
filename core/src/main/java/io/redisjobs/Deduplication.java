package io.redisjobs;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Keeps several jobs that mean the same from running more than once.
 *
 * @param id what the jobs have in common
 * @param ttl how long the id blocks others, or {@code null} until the job has finished
 * @param extend whether a blocked job prolongs the time
 * @param replace whether a later job takes the place of one that is still delayed
 */
public record Deduplication(String id, @Nullable Duration ttl, boolean extend, boolean replace) {

	public Deduplication {
		if (id.isEmpty()) {
			throw new IllegalArgumentException("A deduplication id cannot be empty");
		}
		if (ttl != null && (ttl.isNegative() || ttl.isZero())) {
			throw new IllegalArgumentException("A deduplication time must be positive: " + ttl);
		}
	}

	/** Blocks others until the job has finished. */
	public static Deduplication untilFinished(String id) {
		return new Deduplication(id, null, false, false);
	}

	/** Blocks others for a time. */
	public static Deduplication throttle(String id, Duration ttl) {
		return new Deduplication(id, ttl, false, false);
	}

	/** Lets the latest of several delayed jobs win. */
	public static Deduplication debounce(String id, Duration ttl) {
		return new Deduplication(id, ttl, true, true);
	}

}
