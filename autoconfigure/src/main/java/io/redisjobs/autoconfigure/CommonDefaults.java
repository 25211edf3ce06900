package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.redisjobs.Backoff;
import io.redisjobs.JobRetention;
import io.redisjobs.listener.error.DefaultJobErrorHandler;
import io.redisjobs.listener.error.UnfitJobs;
import io.redisjobs.protocol.JobDefaults;
import org.jspecify.annotations.Nullable;

/**
 * What the common properties say of jobs: where they say nothing themselves, and where
 * they fail.
 */
final class CommonDefaults {

	private CommonDefaults() {
	}

	static JobDefaults of(QueueProperties common) {
		return new JobDefaults(common.getMaxAttempts(),
				(common.getBackoff() != null) ? backoff(common.getBackoffType(), common.getBackoff()) : null,
				retention(common.getKeepCompleted(), common.getKeepCompletedFor()),
				retention(common.getKeepFailed(), common.getKeepFailedFor()));
	}

	/** What decides on failed runs. */
	static DefaultJobErrorHandler errorHandler(QueueProperties common) {
		UnfitJobs usual = UnfitJobs.defaults();
		return new DefaultJobErrorHandler(Objects.requireNonNullElse(common.getNotRetryable(), List.of()),
				new UnfitJobs(common.getUnfitJobs() != QueueProperties.UnfitJobs.FAIL,
						Objects.requireNonNullElse(common.getUnfitHandBacks(), usual.handBacks()),
						Objects.requireNonNullElse(common.getUnfitPause(), usual.pause())));
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
