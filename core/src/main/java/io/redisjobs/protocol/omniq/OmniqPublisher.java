package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.Backoff;
import io.redisjobs.JobGroup;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.redis.Batches;
import org.jspecify.annotations.Nullable;

/** Publishes jobs once all of them have been checked. */
final class OmniqPublisher {

	private static final Batches<OmniqNewJob> BATCHES = Batches.of(250, (job) -> job.payload().length);

	private final OmniqBinding binding;

	private final Ulids ulids;

	OmniqPublisher(OmniqBinding binding, Ulids ulids) {
		this.binding = binding;
		this.ulids = ulids;
	}

	List<PublishResult> publish(List<NewJob> newJobs) {
		List<OmniqNewJob> jobs = newJobs.stream().map(this::toJob).toList();
		List<String> outcomes = enqueue(this.binding.now(), jobs);
		List<PublishResult> results = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			results.add(result(jobs.get(i).id(), outcomes.get(i)));
		}
		return results;
	}

	/** Checks jobs and enqueues them if they are all allowed; a word for each. */
	List<String> enqueue(long now, List<OmniqNewJob> jobs) {
		jobs.forEach((job) -> job.check(this.binding.queue(), this.binding.settings().maxPayload()));
		List<String> outcomes = new ArrayList<>(jobs.size());
		for (List<OmniqNewJob> batch : BATCHES.all(jobs)) {
			outcomes.addAll(this.binding.scripts()
				.enqueue(this.binding.keys(), now, this.binding.settings().onDuplicate(), batch));
		}
		return outcomes;
	}

	private static PublishResult result(String id, String outcome) {
		return switch (outcome) {
			case "OK" -> PublishResult.added(id);
			case "IGNORED" -> PublishResult.duplicate(id);
			default -> PublishResult.refused(outcome + ": a job with id '" + id
					+ "' exists. Choose another id, or set omniq.on-duplicate to ignore or overwrite.");
		};
	}

	private OmniqNewJob toJob(NewJob job) {
		JobOptions options = job.options();
		OmniqSettings settings = this.binding.settings();
		boolean given = options.id() != null;
		JobGroup group = options.group();
		return new OmniqNewJob(given ? options.id() : this.ulids.next(), given, job.payload(),
				(options.attempts() != null) ? options.attempts() : settings.maxAttempts(),
				Delays.bounded((options.timeout() != null) ? options.timeout() : settings.timeout()).toMillis(),
				backoff(options.backoff()).toMillis(), due(options), delay(options),
				(group != null) ? OmniqNames.gid(this.binding.queue(), group.id()) : "",
				(group != null && group.limit() != null) ? group.limit() : 0);
	}

	private Duration backoff(@Nullable Backoff backoff) {
		if (backoff == null) {
			return this.binding.settings().backoff();
		}
		if (!backoff.type().equals("fixed") || backoff.jitter() > 0) {
			throw new JobRefusedException(this.binding.queue(), "OmniQ has only a fixed backoff without jitter, not '"
					+ backoff.type() + "' with jitter " + backoff.jitter() + ". Use Backoff.fixed(..).");
		}
		return Delays.bounded(backoff.delay());
	}

	private static long due(JobOptions options) {
		return (options.runAt() != null) ? Math.max(0, options.runAt().toEpochMilli()) : 0;
	}

	private long delay(JobOptions options) {
		Duration delay = options.delay();
		if (delay == null || options.runAt() != null) {
			return 0;
		}
		if (delay.isNegative()) {
			throw new JobRefusedException(this.binding.queue(), "a delay cannot be negative: " + delay + ".");
		}
		return Delays.bounded(delay).toMillis();
	}

}
