package io.redisjobs.protocol;

import java.time.Duration;

import io.redisjobs.UnfitJobException;
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

	/**
	 * Back to the queue for another worker, because nothing here can run the job: after a
	 * pause that grows, and a number of times at most in all applications together; then
	 * it fails. The attempt does not count.
	 * @param most how often, not negative
	 * @param pause how long the first time, not negative; twice as long each time after
	 * that, and twelve times as long at most
	 */
	static FailureAction handBack(int most, Duration pause) {
		return new HandBack(most, pause);
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

	/** See {@link #handBack(int, Duration)}. */
	record HandBack(int most, Duration pause) implements FailureAction {

		/** For how long at least it is remembered how often a job went back. */
		private static final Duration REMEMBERED = Duration.ofDays(1);

		private static final int LONGEST = 12;

		public HandBack {
			if (most < 0) {
				throw new IllegalArgumentException("A job cannot be handed back " + most + " times");
			}
			pause = checked("pause", pause);
		}

		/** For how long the count is kept after each time. */
		public Duration rememberFor() {
			return Delays.bounded(longestPause().plus(REMEMBERED));
		}

		/** For how long a job waits at most until it is taken again. */
		public Duration longestPause() {
			return Delays.bounded(this.pause.multipliedBy(LONGEST));
		}

		/** How often a job goes back, in words. */
		public String times() {
			return (this.most == 1) ? "once" : this.most + " times";
		}

		/** The failure of a job that went back as often as it may. */
		public Failure inVain(Failure failure) {
			String reason = ErrorText.messageOrName(failure.error())
					+ ((this.most > 0) ? " (handed back for another worker " + times() + " before)" : "");
			return new Failure(failure.job(), new UnfitJobException(reason, failure.error()), FailureAction.fail());
		}

	}

}
