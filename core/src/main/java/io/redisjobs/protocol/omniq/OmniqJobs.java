package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import io.redisjobs.Backoff;
import io.redisjobs.JobGroup;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.redis.Bytes;
import org.jspecify.annotations.Nullable;

/** Turns jobs of the API into jobs of the contract and back. */
final class OmniqJobs {

	private final String queue;

	private final OmniqSettings settings;

	private final Ulids ulids;

	OmniqJobs(String queue, OmniqSettings settings, Clock clock) {
		this.queue = queue;
		this.settings = settings;
		this.ulids = new Ulids(clock);
	}

	OmniqNewJob check(NewJob job) {
		JobOptions options = job.options();
		boolean given = options.id() != null;
		String id = given ? options.id() : this.ulids.next();
		int attempts = (options.attempts() != null) ? options.attempts() : this.settings.maxAttempts();
		JobGroup group = options.group();
		OmniqNewJob checked = new OmniqNewJob(id, given, job.payload(), attempts, timeout(options).toMillis(),
				backoff(options.backoff()).toMillis(), due(options), delay(options),
				(group != null) ? OmniqNames.gid(this.queue, group.id()) : "",
				(group != null && group.limit() != null) ? group.limit() : 0);
		checked.check(this.queue, this.settings.maxPayload());
		return checked;
	}

	private Duration timeout(JobOptions options) {
		return Delays.bounded((options.timeout() != null) ? options.timeout() : this.settings.timeout());
	}

	private Duration backoff(@Nullable Backoff backoff) {
		if (backoff == null) {
			return this.settings.backoff();
		}
		if (!backoff.type().equals("fixed") || backoff.jitter() > 0) {
			throw new JobRefusedException(this.queue, "OmniQ has only a fixed backoff without jitter, not '"
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
			throw new JobRefusedException(this.queue, "a delay cannot be negative: " + delay + ".");
		}
		return Delays.bounded(delay).toMillis();
	}

	JobSnapshot snapshot(OmniqJob job) {
		OmniqJob.Times times = job.times();
		JobState state = state(job.state());
		// an attempt counts when it starts; one that runs has not ended
		int ended = (state == JobState.ACTIVE) ? job.attempt() - 1 : job.attempt();
		return JobSnapshot.builder(this.queue, job.id())
			.state(state)
			.payload(Bytes.of(job.payload()))
			.failure(job.lastError())
			.attempts(Math.max(0, ended))
			.maxAttempts(job.maxAttempts())
			.publishedAt(instant(times.createdMs()))
			.startedAt(instant(times.lastStartedMs()))
			.finishedAt(instant(Math.max(times.completedMs(), times.failedMs())))
			.dueAt((state == JobState.DELAYED) ? instant(times.dueMs()) : null)
			.build();
	}

	private static JobState state(String stored) {
		return switch (stored) {
			case "wait" -> JobState.WAITING;
			case "active" -> JobState.ACTIVE;
			case "delayed" -> JobState.DELAYED;
			case "completed" -> JobState.COMPLETED;
			case "failed" -> JobState.FAILED;
			default -> JobState.UNKNOWN;
		};
	}

	private static @Nullable Instant instant(long millis) {
		return (millis > 0) ? Instant.ofEpochMilli(millis) : null;
	}

}
