package io.redisjobs;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Lets one job stand for later ones that mean the same, which are not added then. It is
 * about one queue.
 *
 * @param id what the jobs have in common
 * @param ttl how long the job stands for others, finished or not; {@code null} until it
 * has completed or failed for good
 * @param extend whether a later job begins that time anew
 * @param replace whether a later job takes the place of one that is still delayed,
 * instead of not being added
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

	/** The job stands for later ones until it has completed or failed for good. */
	public static Deduplication untilFinished(String id) {
		return new Deduplication(id, null, false, false);
	}

	/**
	 * The job stands for later ones for a time, also once it has finished: of all jobs
	 * that are published within it, the first one runs.
	 */
	public static Deduplication throttle(String id, Duration ttl) {
		return new Deduplication(id, ttl, false, false);
	}

	/**
	 * The latest job takes the place of the one before it, if that is still delayed, and
	 * begins the time anew. Give the jobs a {@linkplain JobOptions#delay delay} as long
	 * as the time: without one they are refused, because the first would start at once.
	 * Once it has started, later jobs are not added until the time is over.
	 */
	public static Deduplication debounce(String id, Duration ttl) {
		return new Deduplication(id, ttl, true, true);
	}

	/**
	 * Whether it is a {@link #debounce debounce}, which makes no sense without a delay.
	 */
	public boolean isDebounce() {
		return this.replace && this.extend && this.ttl != null;
	}

}
