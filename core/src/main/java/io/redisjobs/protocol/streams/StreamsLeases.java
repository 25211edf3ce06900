package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Batches;
import io.redisjobs.redis.Reply;

/** Extends the leases of jobs. */
final class StreamsLeases {

	private static final Batches<StreamsJob> BATCHES = Batches.of(500);

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private final Deliveries deliveries;

	StreamsLeases(StreamsBinding binding, StreamsScripts scripts, Deliveries deliveries) {
		this.binding = binding;
		this.scripts = scripts;
		this.deliveries = deliveries;
	}

	List<Settlement> extend(List<? extends ReservedJob> reserved) {
		List<StreamsJob> jobs = new ArrayList<>(reserved.size());
		reserved.forEach((job) -> jobs.add((StreamsJob) job));
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		BATCHES.all(jobs).forEach((batch) -> extend(batch, settlements));
		return settlements;
	}

	private void extend(List<StreamsJob> jobs, List<Settlement> settlements) {
		this.deliveries.know(jobs);
		Instant leaseEnd = this.binding.clock().instant().plus(this.binding.lease());
		Reply words = this.scripts.extend(jobs);
		for (int i = 0; i < jobs.size(); i++) {
			String word = words.text(i);
			settlements.add("extended".equals(word) ? Settlement.extended(leaseEnd) : LostRun.because(word));
		}
	}

}
