package io.redisjobs.protocol.bullmq;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;

/**
 * Cron patterns of six fields that start with seconds; fields left out at the start match
 * always, seconds match zero.
 */
final class BullmqCron {

	private static final int DAY_OF_MONTH = 3;

	private static final List<String> DEFAULTS = List.of("0", "*", "*", "*", "*", "*");

	private static final CronParser PARSER = new CronParser(definition());

	private static final Map<String, String> NICKNAMES = Map.of("@yearly", "0 0 0 1 1 *", "@annually", "0 0 0 1 1 *",
			"@monthly", "0 0 0 1 * *", "@weekly", "0 0 0 * * 0", "@daily", "0 0 0 * * *", "@hourly", "0 0 * * * *",
			"@minutely", "0 * * * * *", "@secondly", "* * * * * *", "@weekdays", "0 0 0 * * 1-5", "@weekends",
			"0 0 0 * * 0,6");

	private BullmqCron() {
	}

	/**
	 * The next time a pattern matches.
	 * @param pattern the pattern
	 * @param zone the id of its time zone, empty for this machine's
	 * @param after the time before it, in milliseconds
	 * @throws IllegalArgumentException if the pattern or the time zone is not valid
	 */
	static OptionalLong next(String pattern, String zone, long after) {
		// the time found has the milliseconds of the one it starts from
		ZonedDateTime from = Instant.ofEpochMilli(after).truncatedTo(ChronoUnit.SECONDS).atZone(zone(zone));
		List<String> fields = fields(pattern);
		return alternatives(fields.get(DAY_OF_MONTH)).stream().flatMap((days) -> {
			List<String> alternative = new ArrayList<>(fields);
			alternative.set(DAY_OF_MONTH, days);
			return ExecutionTime.forCron(PARSER.parse(String.join(" ", alternative))).nextExecution(from).stream();
		}).mapToLong((time) -> time.toInstant().toEpochMilli()).min();
	}

	/** The six fields of a pattern; those it leaves out are at its start. */
	private static List<String> fields(String pattern) {
		String trimmed = pattern.strip().toLowerCase(Locale.ROOT);
		String full = NICKNAMES.getOrDefault(trimmed, trimmed).replace('?', '*').toUpperCase(Locale.ROOT);
		List<String> given = List.of(full.split("\\s+"));
		List<String> fields = new ArrayList<>(DEFAULTS.subList(0, Math.max(0, DEFAULTS.size() - given.size())));
		fields.addAll(given);
		return fields;
	}

	// the parser knows the last day of the month by itself only, not in a list
	private static List<String> alternatives(String daysOfMonth) {
		List<String> days = new ArrayList<>(List.of(daysOfMonth.split(",")));
		if (days.size() > 1 && days.remove("L")) {
			return List.of("L", String.join(",", days));
		}
		return List.of(daysOfMonth);
	}

	private static ZoneId zone(String zone) {
		try {
			return zone.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(zone);
		}
		catch (DateTimeException ex) {
			throw new IllegalArgumentException("'" + zone + "' is not a time zone", ex);
		}
	}

	private static CronDefinition definition() {
		return CronDefinitionBuilder.defineCron()
			.withSeconds()
			.withValidRange(0, 59)
			.and()
			.withMinutes()
			.withValidRange(0, 59)
			.and()
			.withHours()
			.withValidRange(0, 23)
			.and()
			.withDayOfMonth()
			.withValidRange(1, 31)
			.supportsL()
			.and()
			.withMonth()
			.withValidRange(1, 12)
			.and()
			.withDayOfWeek()
			.withValidRange(0, 7)
			.withMondayDoWValue(1)
			.withIntMapping(7, 0)
			.supportsHash()
			.supportsL()
			.and()
			.instance();
	}

}
