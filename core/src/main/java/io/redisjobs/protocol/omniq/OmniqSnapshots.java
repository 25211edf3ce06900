package io.redisjobs.protocol.omniq;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Overdue;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/** Reads a queue and its jobs as they stand in Redis. */
final class OmniqSnapshots {

	private final OmniqBinding binding;

	OmniqSnapshots(OmniqBinding binding) {
		this.binding = binding;
	}

	QueueSnapshot inspect() {
		Reply reply = this.binding.scripts().readCounts(this.binding.keys());
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, reply.number(1));
		counts.put(JobState.ACTIVE, reply.number(2));
		counts.put(JobState.DELAYED, reply.number(3));
		counts.put(JobState.FAILED, reply.number(4));
		counts.put(JobState.COMPLETED, reply.number(5));
		return new QueueSnapshot(reply.number(0) == 1, counts,
				Overdue.orEarlier(instant(reply.text(8)), instant(reply.text(6)), this.binding.instant()));
	}

	Optional<JobSnapshot> find(String id) {
		Reply reply = this.binding.scripts().readJobs(this.binding.keys(), List.of(id));
		return Optional.ofNullable(OmniqJob.of(id, reply.nested(0))).map(this::snapshot);
	}

	private JobSnapshot snapshot(OmniqJob job) {
		OmniqJob.Times times = job.times();
		JobState state = state(job.state());
		// an attempt counts when it starts; one that runs has not ended
		int ended = (state == JobState.ACTIVE) ? job.attempt() - 1 : job.attempt();
		return JobSnapshot.builder(this.binding.queue(), job.id())
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

	/** A time as it is stored, by whatever client. */
	static @Nullable Instant instant(String millis) {
		try {
			return instant((long) Double.parseDouble(millis));
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static @Nullable Instant instant(long millis) {
		return (millis > 0) ? Instant.ofEpochMilli(millis) : null;
	}

}
