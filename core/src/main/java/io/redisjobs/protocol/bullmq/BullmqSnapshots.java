package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.protocol.LookupRole;
import io.redisjobs.protocol.Overdue;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads a queue and its jobs as they stand in Redis. */
final class BullmqSnapshots implements LookupRole {

	private static final int MAX_LOG_LINES = 1000;

	private final String queue;

	private final BullmqScripts scripts;

	private final Clock clock;

	private final BullmqOptions.Reader options = new BullmqOptions.Reader();

	BullmqSnapshots(String queue, BullmqScripts scripts, Clock clock) {
		this.queue = queue;
		this.scripts = scripts;
		this.clock = clock;
	}

	QueueSnapshot inspect() {
		Reply reply = this.scripts.getCounts();
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, reply.number(1) + reply.number(2));
		counts.put(JobState.ACTIVE, reply.number(3));
		counts.put(JobState.PRIORITIZED, reply.number(4));
		counts.put(JobState.DELAYED, reply.number(5));
		counts.put(JobState.WAITING_CHILDREN, reply.number(6));
		counts.put(JobState.COMPLETED, reply.number(7));
		counts.put(JobState.FAILED, reply.number(8));
		return new QueueSnapshot(reply.number(0) == 1, counts,
				Overdue.orEarlier(oldest(reply.nested(9)), time(reply.text(10)), this.clock.instant()));
	}

	private @Nullable Instant oldest(Reply waiting) {
		Instant oldest = null;
		for (int i = 0; i < waiting.size(); i += 2) {
			BullmqOptions stored = this.options.read(waiting.bytes(i + 1));
			Instant due = ((stored != null) ? stored : BullmqOptions.NONE).due(waiting.text(i));
			if (due != null && (oldest == null || due.isBefore(oldest))) {
				oldest = due;
			}
		}
		return oldest;
	}

	@Override
	public Optional<JobSnapshot> find(String id) {
		Reply reply = this.scripts.getJob(id, MAX_LOG_LINES);
		if (reply.size() == 0) {
			return Optional.empty();
		}
		Map<String, byte[]> hash = hash(reply.nested(1));
		ObjectNode options = BullmqJson.readObject(hash.getOrDefault("opts", new byte[0]));
		return Optional.of(JobSnapshot.builder(this.queue, id)
			.name(Objects.requireNonNullElse(text(hash, "name"), ""))
			.state(state(reply.text(0)))
			.payload(hash.getOrDefault("data", Bytes.of("{}")))
			.progress(text(hash, "progress"))
			.result(hash.get("returnvalue"))
			.failure(text(hash, "failedReason"))
			.stackTraces(stackTraces(hash.get("stacktrace")))
			.attempts(number(text(hash, "atm")))
			.maxAttempts((options != null) ? Math.max(1, options.path("attempts").asInt(0)) : 1)
			.publishedAt(time(text(hash, "timestamp")))
			.startedAt(time(text(hash, "processedOn")))
			.finishedAt(time(text(hash, "finishedOn")))
			.dueAt(reply.has(3) ? Instant.ofEpochMilli(reply.number(3)) : null)
			.logs(reply.nested(2).texts())
			.build());
	}

	private static Map<String, byte[]> hash(Reply fields) {
		Map<String, byte[]> hash = new HashMap<>();
		for (int i = 0; i + 1 < fields.size(); i += 2) {
			hash.put(fields.text(i), fields.bytes(i + 1));
		}
		return hash;
	}

	private static JobState state(String word) {
		return switch (word) {
			case "waiting" -> JobState.WAITING;
			case "prioritized" -> JobState.PRIORITIZED;
			case "delayed" -> JobState.DELAYED;
			case "waiting-children" -> JobState.WAITING_CHILDREN;
			case "active" -> JobState.ACTIVE;
			case "completed" -> JobState.COMPLETED;
			case "failed" -> JobState.FAILED;
			default -> JobState.UNKNOWN;
		};
	}

	private static List<String> stackTraces(byte @Nullable [] json) {
		List<String> traces = new ArrayList<>();
		ArrayNode read = (json != null) ? BullmqJson.readArray(json) : null;
		if (read != null) {
			read.forEach((trace) -> traces.add(trace.asString("")));
		}
		return traces;
	}

	private static @Nullable String text(Map<String, byte[]> hash, String field) {
		byte[] value = hash.get(field);
		return (value != null) ? Bytes.text(value) : null;
	}

	private static int number(@Nullable String text) {
		Instant value = time(text);
		return (value != null) ? (int) value.toEpochMilli() : 0;
	}

	private static @Nullable Instant time(@Nullable String millis) {
		try {
			return (millis != null) ? Instant.ofEpochMilli(Long.parseLong(millis)) : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
