package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;

import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;

/**
 * What a call to Redis has brought.
 *
 * @param reservation the jobs taken
 * @param settlements what became of the runs it was to write, empty if that is not known
 * or told already
 * @param again the runs that have to be written again
 * @param pause how long to wait before the next call
 */
record CallResult(Reservation reservation, List<Settlement> settlements, List<JobRun> again, Duration pause) {

	static CallResult taken(Reservation reservation) {
		return new CallResult(reservation, List.of(), List.of(), Duration.ZERO);
	}

	static CallResult of(Exchange exchange) {
		return new CallResult(exchange.reservation(), exchange.settlements(), List.of(), Duration.ZERO);
	}

	static CallResult failed(List<JobRun> again, Duration pause) {
		return new CallResult(Reservation.empty(), List.of(), again, pause);
	}

}
