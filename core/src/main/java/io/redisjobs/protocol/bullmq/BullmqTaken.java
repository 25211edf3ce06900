package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Reservation;

/**
 * What a call has taken.
 *
 * @param kind jobs, none, paused, maxed or limited
 * @param millis when the next delayed job is due, or how long the limit lasts
 * @param jobs the jobs
 */
record BullmqTaken(String kind, long millis, List<BullmqReservedJob> jobs) {

	static final BullmqTaken NOTHING = new BullmqTaken("none", 0, List.of());

	/** Nothing, because the queue rests. */
	static BullmqTaken resting(Duration rest) {
		return new BullmqTaken("limited", BullmqDurations.ceilMillis(rest.toNanos()), List.of());
	}

	/** With jobs that were found before. */
	BullmqTaken after(List<BullmqReservedJob> found) {
		if (found.isEmpty()) {
			return this;
		}
		List<BullmqReservedJob> all = new ArrayList<>(found);
		all.addAll(this.jobs);
		return new BullmqTaken("jobs", 0, all);
	}

	/** The same, to be looked at later when the next delayed job is due. */
	BullmqTaken later(Duration by) {
		return (this.kind.equals("none") && this.millis > 0)
				? new BullmqTaken(this.kind, this.millis + by.toMillis(), this.jobs) : this;
	}

	boolean isWorthWaiting() {
		return this.jobs.isEmpty() && !this.kind.equals("limited");
	}

	private Duration untilDue(long now) {
		return (this.millis > 0) ? Duration.ofMillis(Math.max(1, this.millis - now)) : Duration.ZERO;
	}

	/** Until when to wait for a marker. */
	long waitUntil(long deadline) {
		return (this.kind.equals("none") && this.millis > 0) ? Math.min(deadline, this.millis) : deadline;
	}

	/**
	 * As containers want it.
	 * @param now the time in milliseconds
	 */
	Reservation reservation(long now) {
		return switch (this.kind) {
			case "paused" -> Reservation.paused(Duration.ZERO);
			case "maxed" -> Reservation.throttled(Duration.ZERO);
			case "limited" -> Reservation.throttled(Duration.ofMillis(this.millis));
			case "none" -> Reservation.emptyUntil(untilDue(now));
			default -> Reservation.of(this.jobs);
		};
	}

}
