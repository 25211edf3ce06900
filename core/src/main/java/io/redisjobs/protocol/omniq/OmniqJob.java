package io.redisjobs.protocol.omniq;

import java.util.HashMap;
import java.util.Map;

import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is stored; times are milliseconds, 0 where there is none.
 *
 * @param id its id
 * @param state wait, active, delayed, completed or failed
 * @param payload JSON text
 * @param gid its group, or {@code null}
 * @param attempt how many attempts were started
 * @param maxAttempts how many it has
 * @param times when what happened
 * @param lastError why it failed last, or {@code null}
 * @param fields everything that is stored
 */
public record OmniqJob(String id, String state, String payload, @Nullable String gid, int attempt, int maxAttempts,
		Times times, @Nullable String lastError, Map<String, String> fields) {

	static @Nullable OmniqJob of(String id, Reply hash) {
		if (hash.size() == 0) {
			return null;
		}
		Map<String, String> fields = fields(hash, 0);
		String gid = fields.getOrDefault("gid", "");
		Times times = new Times(number(fields, "created_ms"), number(fields, "due_ms"),
				number(fields, "first_started_ms"), number(fields, "last_started_ms"), number(fields, "completed_ms"),
				number(fields, "failed_ms"), number(fields, "lock_until_ms"), number(fields, "updated_ms"));
		return new OmniqJob(fields.getOrDefault("id", id), fields.getOrDefault("state", ""),
				fields.getOrDefault("payload", ""), gid.isEmpty() ? null : gid, (int) number(fields, "attempt"),
				(int) number(fields, "max_attempts"), times, fields.get("last_error"), Map.copyOf(fields));
	}

	static Map<String, String> fields(Reply reply, int from) {
		Map<String, String> fields = new HashMap<>();
		for (int i = from; i + 1 < reply.size(); i += 2) {
			fields.put(reply.text(i), reply.text(i + 1));
		}
		return fields;
	}

	static long number(Map<String, String> fields, String field) {
		String text = fields.getOrDefault(field, "");
		try {
			return text.isEmpty() ? 0 : Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			// another client wrote it; there is nothing better to say
			return 0;
		}
	}

	/**
	 * When what happened to a job.
	 *
	 * @param createdMs when it was published
	 * @param dueMs when it is or was due
	 * @param firstStartedMs when it was first reserved
	 * @param lastStartedMs when it was last reserved
	 * @param completedMs when it was done
	 * @param failedMs when it failed for good
	 * @param lockUntilMs until when its lease lasts
	 * @param updatedMs when it changed last
	 */
	public record Times(long createdMs, long dueMs, long firstStartedMs, long lastStartedMs, long completedMs,
			long failedMs, long lockUntilMs, long updatedMs) {

	}

}
