package io.redisjobs.protocol.omniq;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Batches;

/** Extends the leases of jobs. */
final class OmniqLeases {

	private static final Batches<OmniqLease> BATCHES = Batches.of(500);

	private final OmniqBinding binding;

	OmniqLeases(OmniqBinding binding) {
		this.binding = binding;
	}

	List<Settlement> extend(List<? extends ReservedJob> jobs) {
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		for (List<OmniqLease> batch : BATCHES.all(jobs.stream().map(OmniqSettler::lease).toList())) {
			extend(batch, settlements);
		}
		return settlements;
	}

	private void extend(List<OmniqLease> leases, List<Settlement> settlements) {
		Instant start = this.binding.instant();
		OmniqScripts.Heartbeat heartbeat = this.binding.scripts()
			.heartbeat(this.binding.keys(), this.binding.now(), this.binding.settings().heartbeatMode(), leases);
		for (OmniqOutcome outcome : heartbeat.outcomes()) {
			settlements
				.add(outcome.ok() ? Settlement.extended(start.plusMillis(outcome.lockUntilMs() - heartbeat.nowMs()))
						: Settlement.leaseLost(String.valueOf(outcome.error())));
		}
	}

}
