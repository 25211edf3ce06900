package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.redisjobs.protocol.Settlement;

/** Extends leases: a worker that tells that it lives keeps all of its jobs. */
final class ConveyorLeases {

	private final ConveyorScripts scripts;

	private final ConveyorWorker worker;

	private final ConveyorRuns runs;

	private final Clock clock;

	ConveyorLeases(ConveyorScripts scripts, ConveyorWorker worker, ConveyorRuns runs, Clock clock) {
		this.scripts = scripts;
		this.worker = worker;
		this.runs = runs;
		this.clock = clock;
	}

	List<Settlement> extend(List<ConveyorReservedJob> jobs) {
		return this.runs.during(jobs, ConveyorReservedJob::run, this::extendOpen, ConveyorReservedJob::lost);
	}

	private List<Settlement> extendOpen(List<ConveyorReservedJob> jobs) {
		Instant leaseEnd = this.worker.leaseEnd(this.clock.instant());
		Set<String> owned = new HashSet<>();
		Map<String, List<ConveyorReservedJob>> byWorker = jobs.stream()
			.collect(Collectors.groupingBy(ConveyorReservedJob::token, LinkedHashMap::new, Collectors.toList()));
		byWorker.forEach((worker, its) -> {
			List<String> words = this.scripts.heartbeat(worker, this.worker.signOfLife(this.clock.instant()),
					its.stream().map(ConveyorReservedJob::id).toList());
			for (int i = 0; i < its.size(); i++) {
				if (words.get(i).equals("OWNED")) {
					owned.add(its.get(i).called());
				}
			}
		});
		return jobs.stream()
			.map((job) -> owned.contains(job.called()) ? Settlement.extended(leaseEnd) : job.lost())
			.toList();
	}

}
