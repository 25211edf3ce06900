package io.redisjobs;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Which finished jobs of a queue are kept. It is looked at when a job finishes, so jobs
 * stay longer than their age in a queue where nothing happens.
 *
 * @param count how many are kept, the newest ones; {@code null} for no limit
 * @param age how long they are kept; {@code null} for no limit
 */
public record JobRetention(@Nullable Integer count, @Nullable Duration age) {

	public JobRetention {
		if (count != null && count < 0) {
			throw new IllegalArgumentException("A retention count cannot be negative: " + count);
		}
		if (age != null && age.isNegative()) {
			throw new IllegalArgumentException("A retention age cannot be negative: " + age);
		}
	}

	/** Keeps every job. */
	public static JobRetention keepAll() {
		return new JobRetention(null, null);
	}

	/** Removes the job as soon as it is finished; others stay as they are. */
	public static JobRetention removeAll() {
		return new JobRetention(0, null);
	}

	/** Keeps the newest jobs. */
	public static JobRetention keep(int count) {
		return new JobRetention(count, null);
	}

	/** Keeps jobs for a time. */
	public static JobRetention keep(Duration age) {
		return new JobRetention(null, age);
	}

	/** Keeps the newest jobs, and those only for a time. */
	public static JobRetention keep(int count, Duration age) {
		return new JobRetention(count, age);
	}

}
