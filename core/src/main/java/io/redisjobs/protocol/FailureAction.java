package io.redisjobs.protocol;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** What is to become of a job whose run failed. */
public sealed interface FailureAction {

	/** Another attempt after the job's own backoff, if attempts are left. */
	static FailureAction retry() {
		return new Retry();
	}

	/**
	 * Another attempt after a time, if attempts are left.
	 * @param delay not negative; more than a hundred years count as a hundred
	 */
	static FailureAction retryAfter(Duration delay) {
		return new RetryAfter(delay);
	}

	/** No further attempt. */
	static FailureAction fail() {
		return new Fail();
	}

	/** Back to the front of the queue; the attempt does not count. */
	static FailureAction release() {
		return new Release(Duration.ZERO, true, false);
	}

	/**
	 * Back to the front of the queue, because the run was cut off: nobody knows what it
	 * has done, and it may go on. The attempt does not count.
	 */
	static FailureAction releaseInterrupted() {
		return new Release(Duration.ZERO, true, true);
	}

	/** Back to the front of the queue, because the job was not even started. */
	static FailureAction releaseUnstarted() {
		return new Release(Duration.ZERO, false, false);
	}

	/**
	 * Back to the front of the queue, of which this worker then takes no jobs for a time;
	 * the attempt does not count.
	 * @param rest for how long, not negative; more than a hundred years count as a
	 * hundred
	 */
	static FailureAction releaseAndRest(Duration rest) {
		return new Release(rest, true, false);
	}

	private static Duration checked(String name, @Nullable Duration duration) {
		if (duration == null) {
			throw new IllegalArgumentException("The " + name + " of a failure action must not be null");
		}
		if (duration.isNegative()) {
			throw new IllegalArgumentException("The " + name + " of a failure action cannot be negative: " + duration);
		}
		return Delays.bounded(duration);
	}

	/** See {@link #retry()}. */
	record Retry() implements FailureAction {

	}

	/** See {@link #retryAfter(Duration)}. */
	record RetryAfter(Duration delay) implements FailureAction {

		public RetryAfter {
			delay = checked("delay", delay);
		}

	}

	/** See {@link #fail()}. */
	record Fail() implements FailureAction {

	}

	/**
	 * See {@link #releaseAndRest(Duration)}, {@link #releaseUnstarted()} and
	 * {@link #releaseInterrupted()}.
	 */
	record Release(Duration rest, boolean started, boolean interrupted) implements FailureAction {

		public Release {
			rest = checked("rest", rest);
		}

	}

}
