package io.redisjobs;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What is kept of finished jobs.
 *
 * @param count how many are kept, or {@code null} for no limit
 * @param age how long they are kept, or {@code null} for no limit
 */
public record Retention(@Nullable Integer count, @Nullable Duration age) {

	public Retention {
		if (count != null && count < 0) {
			throw new IllegalArgumentException("A retention count cannot be negative: " + count);
		}
		if (age != null && age.isNegative()) {
			throw new IllegalArgumentException("A retention age cannot be negative: " + age);
		}
	}

	/** Keeps every job. */
	public static Retention keepAll() {
		return new Retention(null, null);
	}

	/** Removes a job as soon as it is finished. */
	public static Retention removeAll() {
		return new Retention(0, null);
	}

	/** Keeps the newest jobs. */
	public static Retention keep(int count) {
		return new Retention(count, null);
	}

	/** Keeps jobs for a time. */
	public static Retention keep(Duration age) {
		return new Retention(null, age);
	}

	/** Keeps the newest jobs, and those only for a time. */
	public static Retention keep(int count, Duration age) {
		return new Retention(count, age);
	}

}
