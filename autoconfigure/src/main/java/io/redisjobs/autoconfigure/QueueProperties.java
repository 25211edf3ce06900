package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/** Settings of one queue, or of all that set nothing else. */
public class QueueProperties extends ConveyorQueueProperties {

	/**
	 * Contract the queue speaks: bullmq, omniq, conveyor or streams.
	 */
	private @Nullable String protocol;

	/**
	 * Number of jobs that run at a time in this application.
	 */
	private @Nullable Integer concurrency;

	/**
	 * Time a running job stays this application's without renewal.
	 */
	private @Nullable Duration lease;

	/**
	 * Name this application shows to other clients of the queue.
	 */
	private @Nullable String workerName;

	/**
	 * Whether the queue's handlers start with the application.
	 */
	private @Nullable Boolean autoStartup;

	/**
	 * Time a stopping application waits for running handlers.
	 */
	private @Nullable Duration shutdownTimeout;

	/**
	 * Whether a stopping application waits for running handlers at all.
	 */
	private @Nullable Boolean drain;

	/**
	 * Comma-separated list of exception types that fail a job for good.
	 */
	private @Nullable List<Class<? extends Throwable>> notRetryable;

	/**
	 * Prefix of the queue's keys, used exactly as written.
	 */
	private @Nullable String prefix;

	/**
	 * BullMQ: time between two looks for jobs whose workers are gone.
	 */
	private @Nullable Duration stalledInterval;

	/**
	 * BullMQ: number of times a job may lose its worker before it fails.
	 */
	private @Nullable Integer maxStalledCount;

	/**
	 * BullMQ: number of times a job may be started before it fails.
	 */
	private @Nullable Integer maxStartedAttempts;

	/**
	 * BullMQ: number of jobs that may start within the limiter's duration.
	 */
	private @Nullable Integer limiterMax;

	/**
	 * BullMQ: time the limiter counts starts in.
	 */
	private @Nullable Duration limiterDuration;

	/**
	 * BullMQ, Conveyor: longest exponential backoff; zero for no limit.
	 */
	private @Nullable Duration backoffCap;

	/**
	 * BullMQ, OmniQ: largest payload or result of a job.
	 */
	private @Nullable DataSize maxPayload;

	/**
	 * BullMQ: number of minutes for which finished jobs are counted.
	 */
	private @Nullable Integer metricsMinutes;

	/**
	 * BullMQ: number of completed jobs kept, of those that do not say so themselves.
	 */
	private @Nullable Integer keepCompleted;

	/**
	 * BullMQ: time completed jobs are kept, of those that do not say so themselves.
	 */
	private @Nullable Duration keepCompletedFor;

	/**
	 * BullMQ: number of failed jobs kept, of those that do not say so themselves.
	 */
	private @Nullable Integer keepFailed;

	/**
	 * BullMQ: time failed jobs are kept, of those that do not say so themselves.
	 */
	private @Nullable Duration keepFailedFor;

	public @Nullable String getProtocol() {
		return this.protocol;
	}

	public void setProtocol(@Nullable String protocol) {
		this.protocol = protocol;
	}

	public @Nullable Integer getConcurrency() {
		return this.concurrency;
	}

	public void setConcurrency(@Nullable Integer concurrency) {
		this.concurrency = concurrency;
	}

	public @Nullable Duration getLease() {
		return this.lease;
	}

	public void setLease(@Nullable Duration lease) {
		this.lease = lease;
	}

	public @Nullable String getWorkerName() {
		return this.workerName;
	}

	public void setWorkerName(@Nullable String workerName) {
		this.workerName = workerName;
	}

	public @Nullable Boolean getAutoStartup() {
		return this.autoStartup;
	}

	public void setAutoStartup(@Nullable Boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	public @Nullable Duration getShutdownTimeout() {
		return this.shutdownTimeout;
	}

	public void setShutdownTimeout(@Nullable Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
	}

	public @Nullable Boolean getDrain() {
		return this.drain;
	}

	public void setDrain(@Nullable Boolean drain) {
		this.drain = drain;
	}

	public @Nullable List<Class<? extends Throwable>> getNotRetryable() {
		return this.notRetryable;
	}

	public void setNotRetryable(@Nullable List<Class<? extends Throwable>> notRetryable) {
		this.notRetryable = notRetryable;
	}

	public @Nullable String getPrefix() {
		return this.prefix;
	}

	public void setPrefix(@Nullable String prefix) {
		this.prefix = prefix;
	}

	public @Nullable Duration getStalledInterval() {
		return this.stalledInterval;
	}

	public void setStalledInterval(@Nullable Duration stalledInterval) {
		this.stalledInterval = stalledInterval;
	}

	public @Nullable Integer getMaxStalledCount() {
		return this.maxStalledCount;
	}

	public void setMaxStalledCount(@Nullable Integer maxStalledCount) {
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

	public @Nullable Duration getBackoffCap() {
		return this.backoffCap;
	}

	public void setBackoffCap(@Nullable Duration backoffCap) {
		this.backoffCap = backoffCap;
	}

	public @Nullable DataSize getMaxPayload() {
		return this.maxPayload;
	}

	public void setMaxPayload(@Nullable DataSize maxPayload) {
		this.maxPayload = maxPayload;
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

}
