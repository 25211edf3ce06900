package io.redisjobs.protocol.omniq;

import org.jspecify.annotations.Nullable;

/** The answer to reserving a job. */
public sealed interface OmniqReserveResult {

	/** There is nothing to run. */
	record Empty() implements OmniqReserveResult {

	}

	/** The queue is paused. */
	record Paused() implements OmniqReserveResult {

	}

	/**
	 * A job that is the caller's until its lease ends.
	 *
	 * @param jobId its id
	 * @param payload its payload, JSON text
	 * @param lockUntilMs when the lease ends
	 * @param attempt the number of this attempt, from 1
	 * @param maxAttempts how many it has at most
	 * @param gid its group, or {@code null}
	 * @param leaseToken what heartbeat and acknowledgements are to carry
	 */
	record Job(String jobId, String payload, long lockUntilMs, int attempt, int maxAttempts, @Nullable String gid,
			String leaseToken) implements OmniqReserveResult {

		/** What heartbeat and acknowledgements of many jobs take. */
		public OmniqLease lease() {
			return new OmniqLease(this.jobId, this.leaseToken);
		}

	}

}
