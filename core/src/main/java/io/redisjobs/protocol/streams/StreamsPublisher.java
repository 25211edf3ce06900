package io.redisjobs.protocol.streams;

import java.util.List;
import java.util.Locale;
import java.util.UUID;

import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.redis.Batches;

/** Checks new jobs and appends them in calls of limited size. */
final class StreamsPublisher {

	private static final Batches<Draft> BATCHES = Batches.of(500, (draft) -> draft.envelope.length);

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	StreamsPublisher(StreamsBinding binding, StreamsScripts scripts) {
		this.binding = binding;
		this.scripts = scripts;
	}

	List<PublishResult> publish(List<NewJob> jobs) {
		long now = this.binding.clock().millis();
		List<Draft> drafts = jobs.stream().map((job) -> draft(job, now)).toList();
		BATCHES.all(drafts).forEach((batch) -> this.scripts.publish(batch.stream().map(Draft::envelope).toList()));
		return drafts.stream().map((draft) -> PublishResult.added(draft.id)).toList();
	}

	private Draft draft(NewJob job, long now) {
		JobOptions options = job.options();
		String id = (options.id() != null) ? options.id() : UUID.randomUUID().toString();
		if (id.isEmpty()) {
			throw new JobRefusedException(this.binding.queue(), "a job id cannot be empty. Leave it out to get one.");
		}
		EnvelopeReader.problemOf(job.payload()).ifPresent((problem) -> {
			throw new JobRefusedException(this.binding.queue(), "the payload is no JSON: " + problem);
		});
		return new Draft(id, EnvelopeWriter.newJob(id, type(options), options, job.payload(), now));
	}

	private String type(JobOptions options) {
		String type = (options.type() != null) ? options.type() : options.name();
		if (type == null) {
			return this.binding.queue().toUpperCase(Locale.ROOT).replace('-', '_');
		}
		if (type.isEmpty() || (options.name() != null && !options.name().equals(type))) {
			throw new JobRefusedException(this.binding.queue(), "on a stream a job's name is its type, but name '"
					+ options.name() + "' and type '" + type + "' were given. Give one of them.");
		}
		return type;
	}

	/**
	 * A job that is to be appended.
	 *
	 * @param id its id
	 * @param envelope its entry
	 */
	private record Draft(String id, byte[] envelope) {

	}

}
