package io.redisjobs.listener;

import java.time.Duration;

/**
 * How a container runs its queue's jobs.
 *
 * @param concurrency how many jobs run at a time
 * @param lease how long a job stays this container's without being extended
 * @param shutdownTimeout how long a stopping container waits for running handlers
 * @param drain whether a stopping container waits for running handlers at all
 * @param autoStartup whether it starts with the application
 * @param retryLog how failed attempts are logged whose jobs will be tried again
 */
public record ContainerSettings(int concurrency, Duration lease, Duration shutdownTimeout, boolean drain,
		boolean autoStartup, RetryLog retryLog) {

	public ContainerSettings {
		if (concurrency < 1) {
			throw new IllegalArgumentException("Concurrency must be at least 1, not " + concurrency);
		}
	}

	/** Settings that log retries as usual. */
	public ContainerSettings(int concurrency, Duration lease, Duration shutdownTimeout, boolean drain,
			boolean autoStartup) {
		this(concurrency, lease, shutdownTimeout, drain, autoStartup, RetryLog.DEFAULT);
	}

}
