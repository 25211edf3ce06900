package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The wait between two attempts as a job has it stored.
 *
 * @param type fixed, exponential, or what only some worker knows
 * @param delay the wait in milliseconds
 * @param jitter the share of it that is drawn
 */
record BullmqBackoff(String type, long delay, double jitter) {

	static @Nullable BullmqBackoff of(JsonNode node) {
		if (node.isNumber()) {
			long delay = node.asLong(Integer.MAX_VALUE);
			return (delay > 0) ? new BullmqBackoff("fixed", delay, 0) : null;
		}
		if (node.isObject()) {
			return new BullmqBackoff(node.path("type").asString(""), Math.max(0, node.path("delay").asLong(0)),
					Math.max(0, Math.min(1, node.path("jitter").asDouble(0))));
		}
		return null;
	}

	/**
	 * The wait after an attempt.
	 * @param attempt the number of the attempt that failed, from 1
	 * @param cap the longest exponential wait, or {@code null} for none
	 * @param random numbers from 0 to 1
	 * @return milliseconds, or empty if this worker does not know the type
	 */
	OptionalLong millis(int attempt, @Nullable Duration cap, DoubleSupplier random) {
		return switch (this.type) {
			case "fixed" -> OptionalLong.of(jittered(this.delay, random));
			case "exponential" -> OptionalLong.of(jittered(exponential(attempt, cap), random));
			default -> OptionalLong.empty();
		};
	}

	private long exponential(int attempt, @Nullable Duration cap) {
		double millis = Math.rint(Math.pow(2, attempt - 1) * this.delay);
		double longest = (cap != null) ? cap.toMillis() : Duration.ofDays(365).toMillis();
		return (long) Math.min(millis, longest);
	}

	private long jittered(long millis, DoubleSupplier random) {
		if (this.jitter == 0) {
			return millis;
		}
		return (long) Math.floor(random.getAsDouble() * millis * this.jitter + millis * (1 - this.jitter));
	}

}
