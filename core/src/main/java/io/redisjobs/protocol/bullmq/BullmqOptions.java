package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

import io.redisjobs.JobRetention;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The options of a stored job. Unknown ones stay in the source.
 *
 * @param source the options as stored
 * @param attempts how many attempts it has, 0 and 1 meaning one
 * @param backoff how long it waits between them
 * @param lifo whether it goes to the front
 * @param removeOnComplete what is kept once it has completed, if it says so
 * @param removeOnFail what is kept once it has failed, if it says so
 * @param limits how many logs and stack traces are kept
 */
record BullmqOptions(ObjectNode source, int attempts, @Nullable BullmqBackoff backoff, boolean lifo,
		@Nullable JobRetention removeOnComplete, @Nullable JobRetention removeOnFail, Limits limits) {

	static final BullmqOptions NONE = of(BullmqJson.object());

	static BullmqOptions of(ObjectNode source) {
		return new BullmqOptions(source, source.path("attempts").asInt(0), BullmqBackoff.of(source.path("backoff")),
				source.path("lifo").asBoolean(false), retention(source.path("removeOnComplete")),
				retention(source.path("removeOnFail")),
				new Limits(number(source.path("kl")), number(source.path("stackTraceLimit"))));
	}

	private static @Nullable Integer number(JsonNode node) {
		return node.isNumber() ? node.asInt(Integer.MAX_VALUE) : null;
	}

	private static @Nullable JobRetention retention(JsonNode node) {
		if (node.isBoolean()) {
			return node.asBoolean() ? JobRetention.removeAll() : JobRetention.keepAll();
		}
		if (node.isNumber()) {
			int kept = node.asInt(Integer.MAX_VALUE);
			return (kept < 0) ? JobRetention.keepAll() : JobRetention.keep(kept);
		}
		if (node.isObject()) {
			JsonNode count = node.path("count");
			JsonNode age = node.path("age");
			int kept = count.isNumber() ? count.asInt(Integer.MAX_VALUE) : -1;
			double seconds = age.isNumber() ? Math.min(age.asDouble(), Integer.MAX_VALUE) : -1;
			return new JobRetention((kept >= 0) ? kept : null,
					(seconds >= 0) ? Duration.ofMillis((long) (seconds * 1000)) : null);
		}
		return null;
	}

	/** A copy: many jobs may have these options. */
	@Override
	public ObjectNode source() {
		return this.source.deepCopy();
	}

	/** The options as JSON. */
	String json() {
		return this.source.toString();
	}

	/**
	 * When a job with these options could be started for the first time, or {@code null}
	 * if that is not known. The delay is taken from here, because what the hash says of
	 * it is zero once it is over.
	 * @param timestamp when it was published, in ms
	 */
	@Nullable Instant due(@Nullable String timestamp) {
		try {
			long delay = Math.max(0, this.source.path("delay").asLong(0));
			return (timestamp != null) ? Instant.ofEpochMilli(Math.addExact(Long.parseLong(timestamp), delay)) : null;
		}
		catch (NumberFormatException | ArithmeticException ex) {
			return null;
		}
	}

	@Nullable String telemetry() {
		JsonNode metadata = this.source.path("tm");
		return metadata.isString() ? metadata.asString() : null;
	}

	/**
	 * How much is kept of what a job writes.
	 *
	 * @param logs log lines, or {@code null} for all
	 * @param stackTraces stack traces, or {@code null} for all
	 */
	record Limits(@Nullable Integer logs, @Nullable Integer stackTraces) {

	}

	/**
	 * Reads options. The jobs of a queue mostly have the same, so the last ones are
	 * remembered.
	 */
	static final class Reader {

		private volatile Read last = new Read(new byte[] { '{', '}' }, NONE);

		/** The options, or {@code null} if they are not readable. */
		@Nullable BullmqOptions read(byte[] json) {
			Read remembered = this.last;
			if (Arrays.equals(json, remembered.json)) {
				return remembered.options;
			}
			ObjectNode source = BullmqJson.readObject(json);
			if (source == null) {
				return null;
			}
			BullmqOptions options = of(source);
			this.last = new Read(json, options);
			return options;
		}

		private record Read(byte[] json, BullmqOptions options) {

		}

	}

}
