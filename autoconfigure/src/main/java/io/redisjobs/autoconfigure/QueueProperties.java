package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.redisjobs.listener.RetryLog;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * Settings that queues of every contract have; what is not set is {@code null}. Those of
 * one contract only stand beside them, in a group of the contract's name.
 */
public class QueueProperties {

	/**
	 * Contract the queue speaks: bullmq, omniq, conveyor or streams.
	 */
	private @Nullable String protocol;

	/**
	 * Number of jobs that run at a time in this application.
	 */
	private @Nullable Integer concurrency;

	/**
	 * Time a running job stays this application's unless that is extended.
	 */
	private @Nullable Duration lease;

	/**
	 * Prefix of the queue's keys, used exactly as written; bull with BullMQ and jobs:
	 * with streams unless set. Not with OmniQ.
	 */
	private @Nullable String prefix;

	/**
	 * Name this application shows to other clients of the queue. Not with OmniQ.
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
	 * Level of the log lines about failed attempts whose jobs will be tried again, off
	 * for none; those about jobs that nothing here can run are warnings in any case.
	 */
	private RetryLog.@Nullable Level retryLogLevel;

	/**
	 * Whether these lines have the stack trace, which the level debug of
	 * io.redisjobs.listener.JobContainer adds as well.
	 */
	private @Nullable Boolean retryStackTrace;

	/**
	 * What becomes of jobs that nothing here can run, because no handler takes their name
	 * or their payload does not fit: they use up their attempts and are handed back for
	 * another worker (retry), or fail at once (fail).
	 */
	private @Nullable UnfitJobs unfitJobs;

	/**
	 * Number of times such a job is handed back, in all applications together, in place
	 * of its last attempt.
	 */
	private @Nullable Integer unfitHandBacks;

	/**
	 * Time such a job waits after it was handed back first; twice as long each time after
	 * that, and twelve times as long at most.
	 */
	private @Nullable Duration unfitPause;

	/**
	 * Number of attempts of jobs that do not say it themselves; 1 with BullMQ and 3 with
	 * the others unless set.
	 */
	private @Nullable Integer maxAttempts;

	/**
	 * Time between attempts of jobs that do not say it themselves; none with BullMQ, 5s
	 * with OmniQ, 2s with Conveyor and 30s with streams unless set.
	 */
	private @Nullable Duration backoff;

	/**
	 * How the time between attempts grows: fixed or exponential. With BullMQ and
	 * Conveyor.
	 */
	private @Nullable BackoffType backoffType;

	/**
	 * Longest exponential backoff, zero for no limit. With BullMQ and Conveyor.
	 */
	private @Nullable Duration backoffCap;

	/**
	 * Largest payload or result of a job. With BullMQ and OmniQ.
	 */
	private @Nullable DataSize maxPayload;

	/**
	 * Number of completed jobs kept, negative for all; all with BullMQ and 100 with OmniQ
	 * unless set. Not with Conveyor and streams.
	 */
	private @Nullable Integer keepCompleted;

	/**
	 * Time completed jobs are kept; for ever with BullMQ, 7d with streams and 30d for
	 * their queues completed and failed unless set. Not with OmniQ and Conveyor.
	 */
	private @Nullable Duration keepCompletedFor;

	/**
	 * Number of failed jobs kept, negative for all; all unless set. With BullMQ and
	 * OmniQ.
	 */
	private @Nullable Integer keepFailed;

	/**
	 * Time failed jobs are kept; for ever unless set. With BullMQ.
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

	public @Nullable String getPrefix() {
		return this.prefix;
	}

	public void setPrefix(@Nullable String prefix) {
		this.prefix = prefix;
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

	public RetryLog.@Nullable Level getRetryLogLevel() {
		return this.retryLogLevel;
	}

	public void setRetryLogLevel(RetryLog.@Nullable Level retryLogLevel) {
		this.retryLogLevel = retryLogLevel;
	}

	public @Nullable Boolean getRetryStackTrace() {
		return this.retryStackTrace;
	}

	public void setRetryStackTrace(@Nullable Boolean retryStackTrace) {
		this.retryStackTrace = retryStackTrace;
	}

	public @Nullable UnfitJobs getUnfitJobs() {
		return this.unfitJobs;
	}

	public void setUnfitJobs(@Nullable UnfitJobs unfitJobs) {
		this.unfitJobs = unfitJobs;
	}

	public @Nullable Integer getUnfitHandBacks() {
		return this.unfitHandBacks;
	}

	public void setUnfitHandBacks(@Nullable Integer unfitHandBacks) {
		this.unfitHandBacks = unfitHandBacks;
	}

	public @Nullable Duration getUnfitPause() {
		return this.unfitPause;
	}

	public void setUnfitPause(@Nullable Duration unfitPause) {
		this.unfitPause = unfitPause;
	}

	public @Nullable Integer getMaxAttempts() {
		return this.maxAttempts;
	}

	public void setMaxAttempts(@Nullable Integer maxAttempts) {
		this.maxAttempts = maxAttempts;
	}

	public @Nullable Duration getBackoff() {
		return this.backoff;
	}

	public void setBackoff(@Nullable Duration backoff) {
		this.backoff = backoff;
	}

	public @Nullable BackoffType getBackoffType() {
		return this.backoffType;
	}

	public void setBackoffType(@Nullable BackoffType backoffType) {
		this.backoffType = backoffType;
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

	/** What becomes of jobs that nothing here can run. */
	public enum UnfitJobs {

		/** They use up their attempts and are handed back for another worker. */
		RETRY,
		/** They fail at once. */
		FAIL

	}

	/** How the time between attempts grows. */
	public enum BackoffType {

		/** It is always the same. */
		FIXED,
		/** It doubles with every attempt. */
		EXPONENTIAL

	}

}
