package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.List;

import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.UnansweredCalls;

/**
 * Takes jobs: those that were found late come first, a resting queue is left alone, an
 * empty one may be waited for.
 */
final class ConveyorTaker {

	private final UnansweredCalls<Settlement> unanswered;

	private final FoundJobs<ConveyorReservedJob> found;

	private final Rest rest;

	private final ConveyorHand hand;

	private final ConveyorWaiter waiter;

	ConveyorTaker(UnansweredCalls<Settlement> unanswered, FoundJobs<ConveyorReservedJob> found, Rest rest,
			ConveyorHand hand, ConveyorWaiter waiter) {
		this.unanswered = unanswered;
		this.found = found;
		this.rest = rest;
		this.hand = hand;
		this.waiter = waiter;
	}

	/** Takes jobs, and waits for some if there are none; zero does not wait. */
	Reservation take(int max, Duration maxWait) {
		this.unanswered.ask();
		List<ConveyorReservedJob> found = this.found.take();
		if (!found.isEmpty()) {
			return Reservation.of(found);
		}
		Duration rest = this.rest.left();
		if (!rest.isZero()) {
			return Reservation.throttled(rest);
		}
		Reservation reservation = this.hand.take(max);
		if (reservation.kind() != Reservation.Kind.EMPTY || maxWait.isZero()) {
			return reservation;
		}
		return this.waiter.await(maxWait) ? this.hand.take(max) : reservation;
	}

}
