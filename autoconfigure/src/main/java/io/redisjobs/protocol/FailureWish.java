package io.redisjobs.protocol;

import java.time.Duration;

/** What a worker wishes for a job whose run failed. */
public sealed interface FailureWish {

	/** Another attempt after the job's own backoff, if attempts are left. */
	static FailureWish retry() {
		return new Retry();
	}

	/** Another attempt after a time, if attempts are left. */
	static FailureWish retryAfter(Duration delay) {
		return new RetryAfter(delay);
	}

	/** No further attempt. */
	static FailureWish bury() {
		return new Bury();
	}

	/** Back to the front of the queue; the attempt does not count. */
	static FailureWish release() {
		return new Release(Duration.ZERO, true);
	}

	/** Back to the front of the queue, because the job was not even started. */
	static FailureWish returnUnstarted() {
		return new Release(Duration.ZERO, false);
	}

	/** Back to the front of the queue, which then rests; the attempt does not count. */
	static FailureWish releaseAndRest(Duration rest) {
		return new Release(rest, true);
	}

	/** See {@link #retry()}. */
	record Retry() implements FailureWish {

	}

	/** See {@link #retryAfter(Duration)}. */
	record RetryAfter(Duration delay) implements FailureWish {

		public RetryAfter {
			if (delay == null) {
				throw new IllegalArgumentException("A retry after a time needs that time; retry() takes the job's own");
			}
		}

	}

	/** See {@link #bury()}. */
	record Bury() implements FailureWish {

	}

	/** See {@link #releaseAndRest(Duration)}. */
	record Release(Duration rest, boolean started) implements FailureWish {

		public Release {
			if (rest == null) {
				throw new IllegalArgumentException("A release needs a time to rest, which may be zero");
			}
		}

	}

}
