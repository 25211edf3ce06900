package io.redisjobs.protocol.bullmq;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;

/** Cron patterns of five fields, or of six that start with seconds. */
final class BullmqCron {

	private static final int FIELDS_WITH_SECONDS = 6;

	private static final CronParser MINUTES = new CronParser(definition(false));

	private static final CronParser SECONDS = new CronParser(definition(true));

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
		return execution(pattern).nextExecution(from)
			.map((time) -> OptionalLong.of(time.toInstant().toEpochMilli()))
			.orElse(OptionalLong.empty());
	}

	private static ExecutionTime execution(String pattern) {
		String trimmed = pattern.strip().toLowerCase(Locale.ROOT);
		String fields = NICKNAMES.getOrDefault(trimmed, trimmed).replace('?', '*');
		CronParser parser = (fields.split("\\s+").length == FIELDS_WITH_SECONDS) ? SECONDS : MINUTES;
		return ExecutionTime.forCron(parser.parse(fields.toUpperCase(Locale.ROOT)));
	}

	private static ZoneId zone(String zone) {
		try {
			return zone.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(zone);
		}
		catch (DateTimeException ex) {
			throw new IllegalArgumentException("'" + zone + "' is not a time zone", ex);
		}
	}

	private static CronDefinition definition(boolean withSeconds) {
		CronDefinitionBuilder builder = CronDefinitionBuilder.defineCron();
		if (withSeconds) {
			builder = builder.withSeconds().withValidRange(0, 59).and();
		}
		return builder.withMinutes()
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
