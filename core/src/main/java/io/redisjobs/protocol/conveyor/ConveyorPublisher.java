package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.redisjobs.JobContext;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.ParentLink;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import org.jspecify.annotations.Nullable;

/** Publishes jobs: turns their options into messages and tells what became of each. */
final class ConveyorPublisher {

	private final String queue;

	private final ConveyorSettings settings;

	private final ConveyorAdder adder;

	private final ConveyorRuns runs;

	private final Clock clock;

	ConveyorPublisher(String queue, ConveyorSettings settings, ConveyorAdder adder, ConveyorRuns runs, Clock clock) {
		this.queue = queue;
		this.settings = settings;
		this.adder = adder;
		this.runs = runs;
		this.clock = clock;
	}

	List<PublishResult> publish(List<NewJob> newJobs) {
		List<ConveyorJob> jobs = newJobs.stream().map(this::message).toList();
		List<ConveyorAddition> additions = new ArrayList<>(jobs.size());
		Set<ConveyorRun> publishers = Collections.newSetFromMap(new IdentityHashMap<>());
		for (int i = 0; i < jobs.size(); i++) {
			ConveyorRun publisher = publisher(newJobs.get(i));
			if (publisher != null) {
				publishers.add(publisher);
			}
			additions.add(addition(jobs.get(i), publisher));
		}
		// none of the runs it is done for can be recovered meanwhile
		List<String> words = this.runs.during(publishers, () -> this.adder.add(additions));
		List<PublishResult> results = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			results.add(result(jobs.get(i), (words != null) ? words.get(i) : "LOST"));
		}
		return results;
	}

	private static @Nullable ConveyorRun publisher(NewJob job) {
		JobContext publisher = job.options().publishedBy();
		return (publisher != null) ? publisher.as(ConveyorReservedJob.class).map(ConveyorReservedJob::run).orElse(null)
				: null;
	}

	private ConveyorAddition addition(ConveyorJob job, @Nullable ConveyorRun publisher) {
		ConveyorAddition addition = this.adder.route(job, false);
		if (publisher == null) {
			return addition.staying();
		}
		// the next run adds again what this one adds to its own job, and nothing else
		boolean addedAgain = publisher.uuid().equals(job.waitsFor());
		return (addedAgain ? addition : addition.staying()).by(publisher);
	}

	private static PublishResult result(ConveyorJob job, String word) {
		return switch (word) {
			case "ADDED" -> PublishResult.added(job.uuid());
			case "LOST" -> PublishResult.leaseLost("the job it belongs to is not its run's any more");
			default -> PublishResult.refused(ConveyorAdder.missing(job));
		};
	}

	private ConveyorJob message(NewJob newJob) {
		JobOptions options = newJob.options();
		ConveyorJob.Builder job = ConveyorJob.builder().queue(this.queue).type(type(options)).payload(newJob.payload());
		if (options.id() != null) {
			job.uuid(options.id());
		}
		if (options.runAt() != null) {
			job.runAt(options.runAt());
		}
		else if (options.delay() != null) {
			job.runAt(this.clock.instant().plus(options.delay()));
		}
		if (options.attempts() != null) {
			job.maxRetries(options.attempts());
		}
		if (options.parent() != null) {
			job.parentUuid(parent(options.parent()));
		}
		if (options.after() != null) {
			job.predecessorUuid(options.after());
		}
		try {
			return this.adder.complete(job.build());
		}
		catch (ConveyorException.InvalidJob | ConveyorException.Serialization ex) {
			throw new JobRefusedException(this.queue, ex.getMessage(), ex);
		}
	}

	private String type(JobOptions options) {
		if (options.type() != null) {
			return options.type();
		}
		if (options.name() != null) {
			return options.name();
		}
		return Objects.requireNonNullElse(this.settings.type(), this.queue);
	}

	private String parent(ParentLink parent) {
		// what a child's failure means is the workers' setting, a message cannot say it
		if (parent.onFailure() != ParentLink.OnFailure.WAIT) {
			throw new UnsupportedJobOptionException(this.queue, ConveyorProtocol.ID, "parent.onFailure");
		}
		return parent.id();
	}

}
