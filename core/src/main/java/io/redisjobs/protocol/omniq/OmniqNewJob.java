package io.redisjobs.protocol.omniq;

import io.redisjobs.JobRefusedException;

/**
 * A job that has been checked and is ready to be enqueued.
 *
 * @param id its id
 * @param given whether the caller chose the id
 * @param payload JSON text
 * @param maxAttempts how many attempts it has
 * @param timeoutMs how long a lease lasts
 * @param backoffMs how long it waits between attempts
 * @param dueMs when it is due, 0 for now
 * @param delayMs how long it waits from when it is published instead, 0 for not at all
 * @param gid its group, empty for none
 * @param groupLimit the group's limit, 0 for none
 */
record OmniqNewJob(String id, boolean given, byte[] payload, int maxAttempts, long timeoutMs, long backoffMs,
		long dueMs, long delayMs, String gid, int groupLimit) {

	/** Scripts print whole numbers of up to 14 digits. */
	static final long LATEST_MS = 99_999_999_999_999L;

	/** Scripts take what is longer, in any job, for nonsense. */
	static final long LONGEST_MS = 9_999_999_999_999L;

	void check(String queue, int maxPayload) {
		require(queue, isObjectOrArray(this.payload),
				"an OmniQ payload is a JSON object or array, not a string, number, boolean or null. "
						+ "Wrap the value in an object.");
		require(queue, this.payload.length <= maxPayload, "the payload of " + this.payload.length
				+ " bytes is larger than the " + maxPayload + " bytes allowed. Publish a reference to it instead.");
		require(queue, this.maxAttempts > 0, "max attempts must be at least 1, not " + this.maxAttempts + ".");
		require(queue, this.timeoutMs > 0 && this.timeoutMs <= LONGEST_MS,
				"the timeout must be at least 1 ms and at most " + LONGEST_MS + " ms, not " + this.timeoutMs + ".");
		require(queue, this.backoffMs >= 0 && this.backoffMs <= LONGEST_MS,
				"the backoff cannot be negative or above " + LONGEST_MS + " ms: " + this.backoffMs + ".");
		require(queue, this.dueMs >= 0 && this.dueMs <= LATEST_MS,
				"the due time must be in milliseconds since 1970, not " + this.dueMs + ".");
		require(queue, this.groupLimit >= 0, "a group limit cannot be negative: " + this.groupLimit + ".");
		OmniqNames.jobId(queue, this.id);
	}

	private static void require(String queue, boolean condition, String message) {
		if (!condition) {
			throw new JobRefusedException(queue, message);
		}
	}

	private static boolean isObjectOrArray(byte[] json) {
		int first = 0;
		int last = json.length - 1;
		while (first < last && json[first] <= ' ' && json[first] >= 0) {
			first++;
		}
		while (last > first && json[last] <= ' ' && json[last] >= 0) {
			last--;
		}
		return last > first && ((json[first] == '{' && json[last] == '}') || (json[first] == '[' && json[last] == ']'));
	}

}
