package io.redisjobs.protocol;

import java.time.Duration;
import java.util.List;

/**
 * The answer to taking jobs.
 *
 * @param kind what was found
 * @param jobs the jobs, empty unless {@code JOBS}
 * @param lookAgain after how long another look is worthwhile, zero for at once; of an
 * empty queue, after how long there will be a job without any change, zero if not
 */
public record Reservation(Kind kind, List<? extends ReservedJob> jobs, Duration lookAgain) {

	/** What was found. */
	public enum Kind {

		/** There are jobs. */
		JOBS,
		/** There is nothing to run now. */
		EMPTY,
		/** The queue is paused. */
		PAUSED,
		/** The queue's rate or concurrency limit is reached. */
		THROTTLED

	}

	/** Jobs, or nothing if there are none. */
	public static Reservation of(List<? extends ReservedJob> jobs) {
		return jobs.isEmpty() ? empty() : new Reservation(Kind.JOBS, jobs, Duration.ZERO);
	}

	/** Nothing to run now; looking again at once is fine. */
	public static Reservation empty() {
		return new Reservation(Kind.EMPTY, List.of(), Duration.ZERO);
	}

	/**
	 * Nothing to run now.
	 * @param nextDue after how long there will be something, zero if that is not known
	 */
	public static Reservation emptyUntil(Duration nextDue) {
		return nextDue.isZero() ? empty() : new Reservation(Kind.EMPTY, List.of(), nextDue);
	}

	/** The queue is paused. */
	public static Reservation paused(Duration lookAgain) {
		return new Reservation(Kind.PAUSED, List.of(), lookAgain);
	}

	/** A limit is reached. */
	public static Reservation throttled(Duration lookAgain) {
		return new Reservation(Kind.THROTTLED, List.of(), lookAgain);
	}

	/** How long to take nothing, even if jobs are published meanwhile. */
	public Duration rest() {
		return (this.kind == Kind.EMPTY) ? Duration.ZERO : this.lookAgain;
	}

}
