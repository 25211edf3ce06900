package io.redisjobs.protocol.bullmq;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

	private static final List<Integer> FIRST = List.of(0, 0, 0, 1, 1, 0);

	private static final List<Integer> LAST = List.of(59, 59, 23, 31, 12, 7);

	private static final Pattern STEP = Pattern.compile("(\\*|[0-9]{1,2}|[A-Z]+)(?:-([0-9]{1,2}))?/([0-9]{1,9})");

	/** By their names in small letters, also the short ones. */
	private static final Map<String, ZoneId> ZONES = Stream
		.concat(ZoneId.getAvailableZoneIds().stream(), ZoneId.SHORT_IDS.keySet().stream())
		.collect(Collectors.toMap((id) -> id.toLowerCase(Locale.ROOT), (id) -> ZoneId.of(id, ZoneId.SHORT_IDS),
				(one, other) -> one));

	/** Names that Node has for the zone of the machine. */
	private static final Set<String> HERE = Set.of("", "local", "system", "default");

	/** Java wants two digits where there are minutes. */
	private static final Pattern SHORT_HOURS = Pattern.compile("(?<=^UTC[+-])(?=[0-9]:)");

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
		try {
			List<String> fields = fields(pattern);
			OptionalLong skipped = skipped(fields, from);
			return skipped.isPresent() ? skipped : earliest(fields, from);
		}
		catch (RuntimeException ex) {
			// the parser has not only one answer to what it cannot read
			throw new IllegalArgumentException("'" + pattern + "' is not a cron pattern: " + ex.getMessage(), ex);
		}
	}

	// a time that the clocks skip is as much later as they are put forward
	private static OptionalLong skipped(List<String> fields, ZonedDateTime from) {
		OptionalLong wall = earliest(fields, from.withZoneSameLocal(ZoneOffset.UTC));
		if (wall.isEmpty()) {
			return wall;
		}
		LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(wall.getAsLong()), ZoneOffset.UTC);
		boolean exists = !from.getZone().getRules().getValidOffsets(time).isEmpty();
		return exists ? OptionalLong.empty() : OptionalLong.of(time.atZone(from.getZone()).toInstant().toEpochMilli());
	}

	private static OptionalLong earliest(List<String> fields, ZonedDateTime from) {
		return alternatives(fields).stream()
			.flatMap((alternative) -> ExecutionTime.forCron(PARSER.parse(String.join(" ", alternative)))
				.nextExecution(from)
				.stream())
			.mapToLong((time) -> time.toInstant().toEpochMilli())
			.min();
	}

	/** The six fields of a pattern; those it leaves out are at its start. */
	private static List<String> fields(String pattern) {
		String trimmed = pattern.strip().toLowerCase(Locale.ROOT);
		String full = NICKNAMES.getOrDefault(trimmed, trimmed).replace('?', '*').toUpperCase(Locale.ROOT);
		List<String> given = List.of(full.split("\\s+"));
		List<String> fields = new ArrayList<>(DEFAULTS.subList(0, Math.max(0, DEFAULTS.size() - given.size())));
		fields.addAll(given);
		for (int i = 0; i < Math.min(fields.size(), LAST.size()); i++) {
			fields.set(i, withoutWideSteps(fields.get(i), FIRST.get(i), LAST.get(i)));
		}
		return fields;
	}

	// a step beyond the end leaves the start
	private static String withoutWideSteps(String field, int first, int last) {
		Function<String, String> narrowed = (part) -> {
			Matcher step = STEP.matcher(part);
			if (!step.matches()) {
				return part;
			}
			String start = step.group(1).equals("*") ? String.valueOf(first) : step.group(1);
			int from = Character.isDigit(start.charAt(0)) ? Integer.parseInt(start) : first;
			int to = (step.group(2) != null) ? Integer.parseInt(step.group(2)) : last;
			return (Integer.parseInt(step.group(3)) > to - from) ? start : part;
		};
		return List.of(field.split(",", -1)).stream().map(narrowed).collect(Collectors.joining(","));
	}

	private static List<List<String>> alternatives(List<String> fields) {
		if (fields.size() != DEFAULTS.size()) {
			return List.of(fields);
		}
		String days = fields.get(DAY_OF_MONTH);
		// the parser knows the last day of the month by itself only, not in a list
		List<String> list = new ArrayList<>(List.of(days.split(",")));
		if (list.size() > 1 && list.remove("L")) {
			return List.of(with(fields, DAY_OF_MONTH, "L"), with(fields, DAY_OF_MONTH, String.join(",", list)));
		}
		return List.of(fields);
	}

	private static List<String> with(List<String> fields, int place, String field) {
		List<String> changed = new ArrayList<>(fields);
		changed.set(place, field);
		return changed;
	}

	private static ZoneId zone(String zone) {
		try {
			String name = zone.toLowerCase(Locale.ROOT);
			if (HERE.contains(name)) {
				return ZoneId.systemDefault();
			}
			ZoneId known = ZONES.get(name);
			return (known != null) ? known
					: ZoneId.of(SHORT_HOURS.matcher(zone.toUpperCase(Locale.ROOT)).replaceFirst("0"));
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
