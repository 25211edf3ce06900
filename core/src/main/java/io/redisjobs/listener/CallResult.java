package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;

/**
 * What a call to Redis has brought.
 *
 * @param reservation the jobs taken
 * @param written the runs of which it is known what became of them
 * @param settlements what became of those, in their order
 * @param blocked the runs whose jobs could not be completed yet, and are to be tried
 * again
 * @param unwritten the runs that have to be written again
 * @param pause how long to wait before the next call
 */
record CallResult(Reservation reservation, List<JobRun> written, List<Settlement> settlements, List<JobRun> blocked,
		List<JobRun> unwritten, Duration pause) {

	static CallResult taken(Reservation reservation) {
		return new CallResult(reservation, List.of(), List.of(), List.of(), List.of(), Duration.ZERO);
	}

	static CallResult of(List<JobRun> batch, Exchange exchange) {
		List<JobRun> written = new ArrayList<>(batch.size());
		List<Settlement> settlements = new ArrayList<>(batch.size());
		List<JobRun> blocked = new ArrayList<>();
		for (int i = 0; i < batch.size(); i++) {
			JobRun run = batch.get(i);
			Settlement settlement = exchange.settlements().get(i);
			if (BlockedRuns.mayTryAgain(run, settlement)) {
				blocked.add(run);
			}
			else {
				written.add(run);
				settlements.add(settlement);
			}
		}
		return new CallResult(exchange.reservation(), written, settlements, blocked, List.of(), Duration.ZERO);
	}

	static CallResult failed(List<JobRun> unwritten, Duration pause) {
		return new CallResult(Reservation.empty(), List.of(), List.of(), List.of(), unwritten, pause);
	}

}
