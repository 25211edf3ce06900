package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.Objects;

import io.redisjobs.protocol.bullmq.BullmqSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/** What only queues that speak BullMQ have. */
@ConfigurationProperties("redis-jobs.defaults.bullmq")
public class BullmqProperties implements ContractProperties {

	/**
	 * Time between two looks for jobs whose workers are gone.
	 */
	private Duration stalledInterval = Duration.ofSeconds(30);

	/**
	 * Number of times a job may lose its worker before it fails.
	 */
	private int maxStalledCount = 1;

	/**
	 * Number of times a job may be started before it fails; no limit unless set.
	 */
	private @Nullable Integer maxStartedAttempts;

	/**
	 * Number of jobs that may start within the limiter's duration; no limit unless set.
	 */
	private @Nullable Integer limiterMax;

	/**
	 * Time the limiter counts starts in; one second unless set.
	 */
	private @Nullable Duration limiterDuration;

	/**
	 * Number of minutes for which finished jobs are counted; none unless set.
	 */
	private @Nullable Integer metricsMinutes;

	/**
	 * Number of completed jobs that workers here keep of those that do not say so
	 * themselves; the queue's keep-completed unless set.
	 */
	private @Nullable Integer keepCompleted;

	/**
	 * Time that workers here keep completed jobs that do not say so themselves; the
	 * queue's keep-completed-for unless set.
	 */
	private @Nullable Duration keepCompletedFor;

	/**
	 * Number of failed jobs that workers here keep of those that do not say so
	 * themselves; the queue's keep-failed unless set.
	 */
	private @Nullable Integer keepFailed;

	/**
	 * Time that workers here keep failed jobs that do not say so themselves; the queue's
	 * keep-failed-for unless set.
	 */
	private @Nullable Duration keepFailedFor;

	public Duration getStalledInterval() {
		return this.stalledInterval;
	}

	public void setStalledInterval(Duration stalledInterval) {
		this.stalledInterval = stalledInterval;
	}

	public int getMaxStalledCount() {
		return this.maxStalledCount;
	}

	public void setMaxStalledCount(int maxStalledCount) {
		this.maxStalledCount = maxStalledCount;
	}

	public @Nullable Integer getMaxStartedAttempts() {
		return this.maxStartedAttempts;
	}

	public void setMaxStartedAttempts(@Nullable Integer maxStartedAttempts) {
		this.maxStartedAttempts = maxStartedAttempts;
	}

	public @Nullable Integer getLimiterMax() {
		return this.limiterMax;
	}

	public void setLimiterMax(@Nullable Integer limiterMax) {
		this.limiterMax = limiterMax;
	}

	public @Nullable Duration getLimiterDuration() {
		return this.limiterDuration;
	}

	public void setLimiterDuration(@Nullable Duration limiterDuration) {
		this.limiterDuration = limiterDuration;
	}

	public @Nullable Integer getMetricsMinutes() {
		return this.metricsMinutes;
	}

	public void setMetricsMinutes(@Nullable Integer metricsMinutes) {
		this.metricsMinutes = metricsMinutes;
	}

	public @Nullable Integer getKeepCompleted() {
		return this.keepCompleted;
	}

	public void setKeepCompleted(@Nullable Integer keepCompleted) {
		this.keepCompleted = keepCompleted;
	}

	public @Nullable Duration getKeepCompletedFor() {
		return this.keepCompletedFor;
	}

	public void setKeepCompletedFor(@Nullable Duration keepCompletedFor) {
		this.keepCompletedFor = keepCompletedFor;
	}

	public @Nullable Integer getKeepFailed() {
		return this.keepFailed;
	}

	public void setKeepFailed(@Nullable Integer keepFailed) {
		this.keepFailed = keepFailed;
	}

	public @Nullable Duration getKeepFailedFor() {
		return this.keepFailedFor;
	}

	public void setKeepFailedFor(@Nullable Duration keepFailedFor) {
		this.keepFailedFor = keepFailedFor;
	}

	@Override
	public void inherit(QueueProperties common) {
		this.keepCompleted = orElse(common.getKeepCompleted(), this.keepCompleted);
		this.keepCompletedFor = orElse(common.getKeepCompletedFor(), this.keepCompletedFor);
		this.keepFailed = orElse(common.getKeepFailed(), this.keepFailed);
		this.keepFailedFor = orElse(common.getKeepFailedFor(), this.keepFailedFor);
	}

	private static <T> @Nullable T orElse(@Nullable T value, @Nullable T other) {
		return (value != null) ? value : other;
	}

	@Override
	public void check(PropertyCheck check) {
		check.atLeast("stalled-interval", this.stalledInterval, Duration.ofMillis(1))
			.atLeast("max-stalled-count", this.maxStalledCount, 0)
			.atLeast("max-started-attempts", this.maxStartedAttempts, 1)
			.atLeast("limiter-max", this.limiterMax, 1)
			.atLeast("limiter-duration", this.limiterDuration, Duration.ofMillis(1))
			.needs("limiter-duration", this.limiterDuration, "limiter-max", this.limiterMax)
			.atLeast("metrics-minutes", this.metricsMinutes, 1)
			.atLeast("keep-completed-for", this.keepCompletedFor, Duration.ZERO)
			.atLeast("keep-failed-for", this.keepFailedFor, Duration.ZERO);
	}

	@Override
	public BullmqSettings settings(QueueProperties common) {
		BullmqSettings defaults = BullmqSettings.defaults();
		return new BullmqSettings(Objects.requireNonNullElse(common.getPrefix(), defaults.prefix()),
				new BullmqSettings.Stalls(this.stalledInterval, this.maxStalledCount, this.maxStartedAttempts), limit(),
				backoffCap(common.getBackoffCap(), defaults), maxPayload(common.getMaxPayload(), defaults),
				this.metricsMinutes,
				new BullmqSettings.Kept(CommonDefaults.retention(this.keepCompleted, this.keepCompletedFor),
						CommonDefaults.retention(this.keepFailed, this.keepFailedFor)));
	}

	private BullmqSettings.@Nullable Limit limit() {
		return (this.limiterMax != null) ? new BullmqSettings.Limit(this.limiterMax,
				Objects.requireNonNullElse(this.limiterDuration, Duration.ofSeconds(1))) : null;
	}

	private static @Nullable Duration backoffCap(@Nullable Duration set, BullmqSettings defaults) {
		if (set == null) {
			return defaults.backoffCap();
		}
		return set.isZero() ? null : set;
	}

	private static int maxPayload(@Nullable DataSize set, BullmqSettings defaults) {
		return (set != null) ? (int) set.toBytes() : defaults.maxPayload();
	}

}
