package io.redisjobs.protocol;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** What a worker wishes for a job whose run failed. */
public sealed interface FailureWish {

	/** Another attempt after the job's own backoff, if attempts are left. */
	static FailureWish retry() {
		return new Retry();
	}

	/**
	 * Another attempt after a time, if attempts are left.
	 * @param delay not negative; more than a hundred years count as a hundred
	 */
	static FailureWish retryAfter(Duration delay) {
		return new RetryAfter(delay);
	}

	/** No further attempt. */
	static FailureWish bury() {
		return new Bury();
	}

	/** Back to the front of the queue; the attempt does not count. */
	static FailureWish release() {
		return new Release(Duration.ZERO, true, false);
	}

	/**
	 * Back to the front of the queue, because the run was cut off: nobody knows what it
	 * has done, and it may go on. The attempt does not count.
	 */
	static FailureWish releaseCutOff() {
		return new Release(Duration.ZERO, true, true);
	}

	/** Back to the front of the queue, because the job was not even started. */
	static FailureWish returnUnstarted() {
		return new Release(Duration.ZERO, false, false);
	}

	/** Back to the front of the queue, which then rests; the attempt does not count. */
	static FailureWish releaseAndRest(Duration rest) {
		return new Release(rest, true, false);
	}

	private static Duration checked(String name, @Nullable Duration duration) {
		if (duration == null) {
			throw new IllegalArgumentException("The " + name + " of a failure wish must not be null");
		}
		if (duration.isNegative()) {
			throw new IllegalArgumentException("The " + name + " of a failure wish cannot be negative: " + duration);
		}
		return Delays.bounded(duration);
	}

	/** See {@link #retry()}. */
	record Retry() implements FailureWish {

	}

	/** See {@link #retryAfter(Duration)}. */
	record RetryAfter(Duration delay) implements FailureWish {

		public RetryAfter {
			delay = checked("delay", delay);
		}

	}

	/** See {@link #bury()}. */
	record Bury() implements FailureWish {

	}

	/**
	 * See {@link #releaseAndRest(Duration)}, {@link #returnUnstarted()} and
	 * {@link #releaseCutOff()}.
	 */
	record Release(Duration rest, boolean started, boolean cutOff) implements FailureWish {

		public Release {
			rest = checked("rest", rest);
		}

	}

}
