package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.redisjobs.redis.Batches;
import org.jspecify.annotations.Nullable;

/** Decides, in the contract's order, where a job goes, and puts it there. */
final class ConveyorAdder {

	private static final Batches<ConveyorAddition> BATCHES = Batches.of(200,
			(addition) -> addition.job().bytes().length);

	private final ConveyorScripts scripts;

	private final ConveyorKeys keys;

	private final Clock clock;

	private final Supplier<String> ids;

	private final boolean verifyParent;

	ConveyorAdder(ConveyorScripts scripts, Clock clock, Supplier<String> ids, boolean verifyParent) {
		this.scripts = scripts;
		this.keys = scripts.keys();
		this.clock = clock;
		this.ids = ids;
		this.verifyParent = verifyParent;
	}

	/** Checks a job and gives it an id if it has none. */
	ConveyorJob complete(@Nullable ConveyorJob job) {
		if (job == null) {
			throw new ConveyorException.InvalidJob("There is no job to add");
		}
		ConveyorJob complete = job.uuid().isEmpty() ? job.toBuilder().uuid(this.ids.get()).build() : job;
		this.keys.problemWith(complete).ifPresent((problem) -> {
			throw new ConveyorException.InvalidJob("The job cannot be added: " + problem);
		});
		if (complete.uuid().equals(complete.parentUuid()) || complete.uuid().equals(complete.predecessorUuid())) {
			throw new ConveyorException.InvalidJob("Job " + complete.uuid() + " cannot wait for itself");
		}
		return complete;
	}

	/** Decides where a complete job goes. */
	ConveyorAddition route(ConveyorJob job, boolean deadParent) {
		if (!job.parentUuid().isEmpty() && !deadParent) {
			return toParent(job, job.parentUuid());
		}
		if (!job.predecessorUuid().isEmpty() && !deadParent) {
			return toPredecessor(job, job.predecessorUuid());
		}
		Instant now = this.clock.instant();
		if (job.runAt().filter((runAt) -> runAt.isAfter(now)).isPresent()) {
			return scheduled(job, job.runAt().get());
		}
		return job.parentUuid().isEmpty() ? queued(job) : released(job);
	}

	ConveyorAddition toParent(ConveyorJob job, String parent) {
		return ConveyorAddition.waiting(this.verifyParent, this.keys.children(parent), this.keys.job(parent), job,
				parent);
	}

	ConveyorAddition toPredecessor(ConveyorJob job, String predecessor) {
		return ConveyorAddition.waiting(this.verifyParent, this.keys.heirs(predecessor), this.keys.job(predecessor),
				job, predecessor);
	}

	ConveyorAddition scheduled(ConveyorJob job, Instant runAt) {
		return ConveyorAddition.scheduled(this.keys.scheduled(), job, runAt.getEpochSecond());
	}

	ConveyorAddition queued(ConveyorJob job) {
		return ConveyorAddition.queued(this.keys.queue(job.queue()), job);
	}

	private ConveyorAddition released(ConveyorJob job) {
		return ConveyorAddition.released(this.keys.queue(job.queue()), this.keys.released(job.parentUuid()), job);
	}

	/** Adds jobs, many to a round trip, and answers with the script's word for each. */
	List<String> add(List<ConveyorAddition> additions) {
		List<String> replies = new ArrayList<>(additions.size());
		BATCHES.all(additions).forEach((batch) -> replies.addAll(this.scripts.add(batch)));
		return replies;
	}

	/** Why a child or heir was not taken. */
	static String missing(ConveyorJob job) {
		return "job " + job.waitsFor()
				+ " has ended or is not known, so nothing would ever release a job that waits for it. "
				+ "Add children and heirs before their job has ended, or switch verify-parent off";
	}

}
