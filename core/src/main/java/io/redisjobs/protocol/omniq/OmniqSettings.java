package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * What can be set for an OmniQ queue.
 *
 * @param timeout how long a lease lasts where the job does not say it
 * @param maxAttempts how many attempts a job has where it does not say it
 * @param backoff how long a job waits between attempts where it does not say it
 * @param heartbeatMode how a heartbeat extends a lease
 * @param onDuplicate what happens to a job with a given id that exists
 * @param completedKeep how many completed jobs are kept, negative for all
 * @param failedKeep how many failed jobs are kept, negative for all
 * @param timeSource whose clock stamps the jobs
 * @param pollInterval how often an idle worker looks for jobs of groups at most
 * @param maxPayload the largest payload in bytes
 * @param childCounterTtl after how long an abandoned counter of children is forgotten, or
 * {@code null} for never
 */
public record OmniqSettings(Duration timeout, int maxAttempts, Duration backoff, HeartbeatMode heartbeatMode,
		OnDuplicate onDuplicate, int completedKeep, int failedKeep, TimeSource timeSource, Duration pollInterval,
		int maxPayload, @Nullable Duration childCounterTtl) {

	public OmniqSettings {
		require(timeout.toMillis() > 0, "timeout must be at least 1 ms, not " + timeout);
		require(maxAttempts > 0, "max-attempts must be at least 1, not " + maxAttempts);
		require(!backoff.isNegative(), "backoff cannot be negative: " + backoff);
		require(pollInterval.toMillis() > 0, "poll-interval must be at least 1 ms, not " + pollInterval);
		require(maxPayload > 0, "max-payload must be positive, not " + maxPayload);
		require(childCounterTtl == null || childCounterTtl.toMillis() > 0,
				"child-counter-ttl must be at least 1 ms, not " + childCounterTtl);
	}

	private static void require(boolean condition, String message) {
		if (!condition) {
			throw new IllegalArgumentException("OmniQ setting " + message);
		}
	}

	/** The contract's defaults. */
	public static OmniqSettings defaults() {
		return new OmniqSettings(Duration.ofSeconds(30), 3, Duration.ofSeconds(5), HeartbeatMode.BOUNDED,
				OnDuplicate.REJECT, 100, -1, TimeSource.CLIENT, Duration.ofMillis(20), 10 * 1024 * 1024, null);
	}

	/** These settings with other values for jobs that do not say their own. */
	public OmniqSettings withJobDefaults(Duration timeout, int maxAttempts, Duration backoff) {
		return with((changed) -> {
			changed.timeout = timeout;
			changed.maxAttempts = maxAttempts;
			changed.backoff = backoff;
		});
	}

	public OmniqSettings withHeartbeatMode(HeartbeatMode heartbeatMode) {
		return with((changed) -> changed.heartbeatMode = heartbeatMode);
	}

	public OmniqSettings withOnDuplicate(OnDuplicate onDuplicate) {
		return with((changed) -> changed.onDuplicate = onDuplicate);
	}

	/** These settings with other numbers of finished jobs to keep, negative for all. */
	public OmniqSettings withKept(int completedKeep, int failedKeep) {
		return with((changed) -> {
			changed.completedKeep = completedKeep;
			changed.failedKeep = failedKeep;
		});
	}

	public OmniqSettings withTimeSource(TimeSource timeSource) {
		return with((changed) -> changed.timeSource = timeSource);
	}

	public OmniqSettings withPollInterval(Duration pollInterval) {
		return with((changed) -> changed.pollInterval = pollInterval);
	}

	public OmniqSettings withMaxPayload(int maxPayload) {
		return with((changed) -> changed.maxPayload = maxPayload);
	}

	public OmniqSettings withChildCounterTtl(@Nullable Duration childCounterTtl) {
		return with((changed) -> changed.childCounterTtl = childCounterTtl);
	}

	private OmniqSettings with(Consumer<Draft> change) {
		Draft draft = new Draft(this);
		change.accept(draft);
		return draft.settings();
	}

	/** How a heartbeat extends a lease. */
	public enum HeartbeatMode {

		/** To a full timeout from now. */
		BOUNDED,
		/** By a full timeout on top of what is left, as other clients do. */
		ADDITIVE

	}

	/** What happens to a job with a given id that exists. */
	public enum OnDuplicate {

		/** It is an error. */
		REJECT,
		/** The first job stands for it. */
		IGNORE,
		/** It takes the first one's place, unless that is running. */
		OVERWRITE

	}

	/** Whose clock stamps the jobs. */
	public enum TimeSource {

		/** The caller's, as the contract says. */
		CLIENT,
		/** The server's. */
		REDIS

	}

	/** Settings that are being changed. */
	private static final class Draft {

		private Duration timeout;

		private int maxAttempts;

		private Duration backoff;

		private HeartbeatMode heartbeatMode;

		private OnDuplicate onDuplicate;

		private int completedKeep;

		private int failedKeep;

		private TimeSource timeSource;

		private Duration pollInterval;

		private int maxPayload;

		private @Nullable Duration childCounterTtl;

		Draft(OmniqSettings from) {
			this.timeout = from.timeout;
			this.maxAttempts = from.maxAttempts;
			this.backoff = from.backoff;
			this.heartbeatMode = from.heartbeatMode;
			this.onDuplicate = from.onDuplicate;
			this.completedKeep = from.completedKeep;
			this.failedKeep = from.failedKeep;
			this.timeSource = from.timeSource;
			this.pollInterval = from.pollInterval;
			this.maxPayload = from.maxPayload;
			this.childCounterTtl = from.childCounterTtl;
		}

		OmniqSettings settings() {
			return new OmniqSettings(this.timeout, this.maxAttempts, this.backoff, this.heartbeatMode, this.onDuplicate,
					this.completedKeep, this.failedKeep, this.timeSource, this.pollInterval, this.maxPayload,
					this.childCounterTtl);
		}

	}

}
