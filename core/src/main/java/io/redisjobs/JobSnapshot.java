package io.redisjobs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A job as it was found in Redis.
 *
 * @param queue its queue
 * @param id its id
 * @param name its name, empty where the contract has none
 * @param state where it stands
 * @param payload its payload as stored
 * @param progress the last progress as JSON
 * @param result its result as stored
 * @param failure why it failed last
 * @param stackTraces one entry for each kept failure, newest last
 * @param attempts how many attempts have ended
 * @param maxAttempts how many it has at most
 * @param publishedAt when it was published
 * @param startedAt when it was last started
 * @param finishedAt when it ended for good
 * @param dueAt when it is due, if it is delayed
 * @param logs what its handlers logged, oldest first
 */
public record JobSnapshot(String queue, String id, String name, JobState state, byte[] payload,
		@Nullable String progress, byte @Nullable [] result, @Nullable String failure, List<String> stackTraces,
		int attempts, int maxAttempts, @Nullable Instant publishedAt, @Nullable Instant startedAt,
		@Nullable Instant finishedAt, @Nullable Instant dueAt, List<String> logs) {

	/** The payload as text. */
	public String payloadText() {
		return new String(this.payload, StandardCharsets.UTF_8);
	}

	/** The result as text, if there is one. */
	public @Nullable String resultText() {
		return (this.result != null) ? new String(this.result, StandardCharsets.UTF_8) : null;
	}

}
