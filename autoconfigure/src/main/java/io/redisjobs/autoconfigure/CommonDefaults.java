package io.redisjobs.autoconfigure;

import java.time.Duration;

import io.redisjobs.Backoff;
import io.redisjobs.JobRetention;
import io.redisjobs.protocol.JobDefaults;
import org.jspecify.annotations.Nullable;

/** What the common properties say of jobs that do not say it themselves. */
final class CommonDefaults {

	private CommonDefaults() {
	}

	static JobDefaults of(QueueProperties common) {
		return new JobDefaults(common.getMaxAttempts(),
				(common.getBackoff() != null) ? backoff(common.getBackoffType(), common.getBackoff()) : null,
				retention(common.getKeepCompleted(), common.getKeepCompletedFor()),
				retention(common.getKeepFailed(), common.getKeepFailedFor()));
	}

	static Backoff backoff(QueueProperties.@Nullable BackoffType type, Duration delay) {
		return (type == QueueProperties.BackoffType.EXPONENTIAL) ? Backoff.exponential(delay) : Backoff.fixed(delay);
	}

	/**
	 * What is kept of jobs, or {@code null} if nothing is said.
	 * @param count how many, negative for all
	 */
	static @Nullable JobRetention retention(@Nullable Integer count, @Nullable Duration age) {
		return (count != null || age != null) ? new JobRetention((count != null && count < 0) ? null : count, age)
				: null;
	}

}
