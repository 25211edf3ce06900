package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Settings of one queue, or of all that set nothing else. */
public class QueueProperties extends OmniqQueueProperties {

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

}
