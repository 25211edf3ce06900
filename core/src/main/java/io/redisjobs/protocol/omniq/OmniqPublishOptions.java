package io.redisjobs.protocol.omniq;

import org.jspecify.annotations.Nullable;

/**
 * How a job is to be run; {@code null} takes the queue's default.
 *
 * @param jobId an id of the caller's choice instead of a ULID
 * @param timeoutMs how long a lease lasts without heartbeat
 * @param maxAttempts how many attempts it has
 * @param backoffMs how long it waits between attempts
 * @param dueMs the moment before which it does not run
 * @param gid its group
 * @param groupLimit how many jobs of the group run at a time, if the group has no limit
 * yet; 0 says nothing about it
 */
public record OmniqPublishOptions(@Nullable String jobId, @Nullable Long timeoutMs, @Nullable Integer maxAttempts,
		@Nullable Long backoffMs, @Nullable Long dueMs, @Nullable String gid, @Nullable Integer groupLimit) {

	/** Everything by default. */
	public static OmniqPublishOptions defaults() {
		return new OmniqPublishOptions(null, null, null, null, null, null, null);
	}

	public OmniqPublishOptions withJobId(String jobId) {
		return new OmniqPublishOptions(jobId, this.timeoutMs, this.maxAttempts, this.backoffMs, this.dueMs, this.gid,
				this.groupLimit);
	}

	public OmniqPublishOptions withTimeoutMs(long timeoutMs) {
		return new OmniqPublishOptions(this.jobId, timeoutMs, this.maxAttempts, this.backoffMs, this.dueMs, this.gid,
				this.groupLimit);
	}

	public OmniqPublishOptions withMaxAttempts(int maxAttempts) {
		return new OmniqPublishOptions(this.jobId, this.timeoutMs, maxAttempts, this.backoffMs, this.dueMs, this.gid,
				this.groupLimit);
	}

	public OmniqPublishOptions withBackoffMs(long backoffMs) {
		return new OmniqPublishOptions(this.jobId, this.timeoutMs, this.maxAttempts, backoffMs, this.dueMs, this.gid,
				this.groupLimit);
	}

	public OmniqPublishOptions withDueMs(long dueMs) {
		return new OmniqPublishOptions(this.jobId, this.timeoutMs, this.maxAttempts, this.backoffMs, dueMs, this.gid,
				this.groupLimit);
	}

	public OmniqPublishOptions withGid(String gid) {
		return new OmniqPublishOptions(this.jobId, this.timeoutMs, this.maxAttempts, this.backoffMs, this.dueMs, gid,
				this.groupLimit);
	}

	public OmniqPublishOptions withGroup(String gid, int groupLimit) {
		return new OmniqPublishOptions(this.jobId, this.timeoutMs, this.maxAttempts, this.backoffMs, this.dueMs, gid,
				groupLimit);
	}

}
