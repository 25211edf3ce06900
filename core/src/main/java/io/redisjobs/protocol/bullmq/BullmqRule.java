package io.redisjobs.protocol.bullmq;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;
import java.util.regex.Pattern;

import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.util.ClassUtils;

/** The rule by which a scheduler repeats, as the options of an iteration tell it. */
final class BullmqRule {

	/**
	 * Ids of old repeatable jobs (name, id, end, time zone, pattern or interval), which
	 * have no scheduler. Ids of schedulers may have as many parts.
	 */
	private static final Pattern LEGACY = Pattern.compile("[^:]*:[^:]*:[0-9]*:[^:]*:([0-9]+|.* .*)", Pattern.DOTALL);

	private static final boolean CRON_PRESENT = ClassUtils.isPresent("com.cronutils.parser.CronParser",
			BullmqRule.class.getClassLoader());

	private final String schedulerId;

	private final ObjectNode options;

	private final ObjectNode rule;

	private BullmqRule(String schedulerId, ObjectNode options, ObjectNode rule) {
		this.schedulerId = schedulerId;
		this.options = options;
		this.rule = rule;
	}

	/** The rule of a job's scheduler, or {@code null} if it has none. */
	static @Nullable BullmqRule of(BullmqReservedJob job) {
		String schedulerId = job.record().schedulerId();
		if (schedulerId == null || schedulerId.isEmpty() || LEGACY.matcher(schedulerId).matches()) {
			return null;
		}
		ObjectNode options = job.options().source();
		return (options.path("repeat") instanceof ObjectNode rule) ? new BullmqRule(schedulerId, options, rule) : null;
	}

	String schedulerId() {
		return this.schedulerId;
	}

	/** The id of the scheduler's iteration at a time. */
	String iterationId(Object time) {
		return "repeat:" + this.schedulerId + ":" + time;
	}

	/**
	 * Checks that it can be read.
	 * @throws IllegalArgumentException if not
	 */
	void check(long now) {
		if (hasEnded(now)) {
			return;
		}
		if (isPattern()) {
			byPattern(now);
		}
		else if (!(this.rule.path("every").asDouble(0) > 0)) {
			throw new IllegalArgumentException("it has neither a pattern nor an interval");
		}
	}

	boolean hasEnded(long now) {
		JsonNode limit = this.rule.path("limit");
		Long end = millis(this.rule.path("endDate"));
		return (limit.isNumber() && count() >= limit.asInt(Integer.MAX_VALUE)) || (end != null && now > end);
	}

	private int count() {
		return this.rule.path("count").asInt(0);
	}

	private boolean isPattern() {
		return this.rule.path("pattern").isString();
	}

	/**
	 * The time of the next iteration, if there is one.
	 * @param scheduler what Redis knows of the scheduler
	 */
	OptionalLong next(Reply scheduler, long now) {
		return isPattern() ? byPattern(now) : byInterval(scheduler, now);
	}

	private OptionalLong byInterval(Reply scheduler, long now) {
		double stored = number(scheduler, 1);
		double every = (stored > 0) ? stored : this.rule.path("every").asDouble(0);
		double offset = Double.isFinite(number(scheduler, 2)) ? number(scheduler, 2)
				: this.rule.path("offset").asDouble(0);
		double next = scheduler.number(0) + every;
		return OptionalLong
			.of((long) Math.floor((next < now) ? Math.floor(now / every) * every + every + offset : next));
	}

	private static double number(Reply scheduler, int place) {
		try {
			return scheduler.has(place) ? Double.parseDouble(scheduler.text(place)) : Double.NaN;
		}
		catch (NumberFormatException ex) {
			return Double.NaN;
		}
	}

	private OptionalLong byPattern(long now) {
		long after = Math.max(now, this.options.path("prevMillis").asLong(0));
		Long start = millis(this.rule.path("startDate"));
		String zone = this.rule.path("utc").asBoolean(false) ? "UTC" : this.rule.path("tz").asString("");
		if (!CRON_PRESENT) {
			throw new IllegalArgumentException(
					"a cron pattern needs com.cronutils:cron-utils, which is not on the class path");
		}
		OptionalLong next = BullmqCron.next(this.rule.path("pattern").asString(), zone,
				(start != null) ? Math.max(after, start) : after);
		Long end = millis(this.rule.path("endDate"));
		return (end != null && next.isPresent() && next.getAsLong() > end) ? OptionalLong.empty() : next;
	}

	/** The options of the next iteration. */
	ObjectNode options(long next, long now) {
		ObjectNode nextOptions = this.options.deepCopy();
		ObjectNode repeat = this.rule.deepCopy();
		repeat.remove("immediately");
		repeat.remove("offset");
		repeat.put("count", count() + 1);
		putMillis(repeat, "startDate");
		putMillis(repeat, "endDate");
		nextOptions.set("repeat", repeat);
		if (!nextOptions.has("attempts")) {
			nextOptions.put("attempts", 0);
		}
		nextOptions.put("jobId", iterationId(next));
		nextOptions.put("delay", Math.max(0, next - now));
		nextOptions.put("timestamp", now);
		nextOptions.put("repeatJobKey", this.schedulerId);
		if (isPattern()) {
			nextOptions.put("prevMillis", next);
		}
		else {
			nextOptions.remove("prevMillis");
		}
		return nextOptions;
	}

	private static void putMillis(ObjectNode repeat, String name) {
		Long millis = millis(repeat.path(name));
		if (millis != null) {
			repeat.put(name, millis);
		}
	}

	private static @Nullable Long millis(JsonNode date) {
		if (date.isNumber()) {
			return date.asLong(Long.MAX_VALUE);
		}
		try {
			return date.isString() ? Instant.parse(date.asString()).toEpochMilli() : null;
		}
		catch (DateTimeParseException ex) {
			throw new IllegalArgumentException("'" + date.asString() + "' is not a date", ex);
		}
	}

}
