package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Batches;

/** Extends the leases of jobs, which are their locks. */
final class BullmqLeases {

	private static final int MAX_JOBS = 500;

	private final BullmqScripts scripts;

	private final Duration lease;

	private final Clock clock;

	BullmqLeases(BullmqScripts scripts, Duration lease, Clock clock) {
		this.scripts = scripts;
		this.lease = lease;
		this.clock = clock;
	}

	<J extends ReservedJob> List<Settlement> extend(List<J> jobs) {
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		for (List<J> batch : Batches.<J>of(MAX_JOBS).all(jobs)) {
			Settlement extended = Settlement.extended(end());
			this.scripts.extendLock(this.lease, batch)
				.forEach((word) -> settlements.add(BullmqOutcome.settlement(word, extended)));
		}
		return settlements;
	}

	private Instant end() {
		return this.clock.instant().plus(this.lease);
	}

}
