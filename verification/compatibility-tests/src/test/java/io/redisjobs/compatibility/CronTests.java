package io.redisjobs.compatibility;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

import io.redisjobs.protocol.bullmq.BullmqProtocol;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The times of cron patterns, beside those of Node. */
@ExtendWith({ NodeExtension.class, TestRedis.class })
class CronTests {

	private static final long YEAR = 365L * 24 * 3600 * 1000;

	private static final String[] ZONES = { "UTC", "utc", "Europe/Berlin", "europe/berlin", "America/New_York", "EST",
			"Australia/Lord_Howe", "Asia/Kolkata", "PST", "ist", "UTC+3", "utc-5:30" };

	private static final String[] NICKNAMES = { "@yearly", "@monthly", "@weekly", "@daily", "@hourly" };

	private final Random random = new Random(20261118);

	@Test
	void patternsMatchWhenTheyDoInNode(NodeBullmq node) {
		List<Map<String, Object>> patterns = new ArrayList<>();
		for (int i = 0; i < 3000; i++) {
			patterns.add(Map.of("pattern", pattern(), "tz", pick(ZONES), "after",
					1_767_222_000_000L + (long) (this.random.nextDouble() * 3 * YEAR)));
		}
		compare(node, patterns);
	}

	@Test
	void timesThatTheClocksSkipAreThoseOfNode(NodeBullmq node) {
		Map<String, String> before = Map.of("Europe/Berlin", "2026-03-28T20:00:00Z", "America/New_York",
				"2026-03-08T03:00:00Z");
		List<Map<String, Object>> patterns = new ArrayList<>();
		before.forEach((zone, after) -> {
			for (int i = 0; i < 300; i++) {
				String pattern = field(0, 59) + " " + pick("2", "2", "1,2", "2-3", "1-3", "*/2", "*") + " * * *";
				patterns.add(Map.of("pattern", pattern, "tz", zone, "after",
						Instant.parse(after).toEpochMilli() + this.random.nextInt(8 * 3_600_000)));
			}
		});
		compare(node, patterns);
	}

	private static void compare(NodeBullmq node, List<Map<String, Object>> patterns) {
		JsonNode five = node.call("cron", Map.of("version", 5, "patterns", patterns));
		JsonNode six = node.call("cron", Map.of("version", 6, "patterns", patterns));
		List<String> different = new ArrayList<>();
		for (int i = 0; i < patterns.size(); i++) {
			Map<String, Object> rule = patterns.get(i);
			Set<String> wanted = wanted(text(five.get(i)), text(six.get(i)));
			String found = java(rule);
			if (!wanted.equals(Set.of(found))) {
				different.add(rule + " after " + Instant.ofEpochMilli((long) rule.get("after")) + ": Node " + wanted
						+ ", Java " + found);
			}
		}
		assertThat(different).isEmpty();
	}

	// 6.x refuses lists that name a value twice, which 5.62 accepts, and gives up its
	// search on some days on which Lord Howe Island puts its clocks back by half an hour
	private static Set<String> wanted(String five, String six) {
		return (six.equals("invalid") || six.equals("none")) ? Set.of(five) : new HashSet<>(List.of(five, six));
	}

	private static String text(JsonNode time) {
		return time.isNumber() ? Instant.ofEpochMilli(time.asLong()).toString() : time.asString();
	}

	private static String java(Map<String, Object> rule) {
		try {
			Method next = Class.forName(BullmqProtocol.class.getPackageName() + ".BullmqCron")
				.getDeclaredMethod("next", String.class, String.class, long.class);
			next.setAccessible(true);
			OptionalLong time = (OptionalLong) next.invoke(null, rule.get("pattern"), rule.get("tz"),
					rule.get("after"));
			return time.isPresent() ? Instant.ofEpochMilli(time.getAsLong()).toString() : "none";
		}
		catch (InvocationTargetException ex) {
			return "invalid";
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private String pattern() {
		if (this.random.nextInt(40) == 0) {
			return pick(NICKNAMES);
		}
		String seconds = (this.random.nextInt(3) == 0) ? field(0, 59) + " " : "";
		String times = seconds + field(0, 59) + " " + field(0, 23) + " ";
		// beside days of the month, 5.62 and 6.x read these differently
		if (this.random.nextInt(20) == 0) {
			return times + "* " + months() + " " + pick("1#2", "5#1", "0#4");
		}
		return times + days() + " " + months() + " " + weekdays();
	}

	private String days() {
		return switch (this.random.nextInt(12)) {
			case 0 -> "L";
			case 1 -> "?";
			case 2, 3, 4 -> field(1, 28);
			default -> "*";
		};
	}

	private String months() {
		return switch (this.random.nextInt(8)) {
			case 0 -> field(1, 12);
			case 1 -> pick("jan", "FEB", "mar-jun", "oct,NOV");
			default -> "*";
		};
	}

	private String weekdays() {
		return switch (this.random.nextInt(10)) {
			case 0 -> field(0, 6);
			case 1 -> pick("mon", "MON-FRI", "sun", "7", "0,7", "5L", "?");
			default -> "*";
		};
	}

	private String field(int first, int last) {
		int from = first + this.random.nextInt(last - first + 1);
		int to = from + this.random.nextInt(last - from + 1);
		return switch (this.random.nextInt(7)) {
			case 0 -> "*";
			case 1 -> "*/" + (2 + this.random.nextInt(last + 1));
			case 2 -> from + "-" + to;
			case 3 -> from + "-" + to + "/" + (1 + this.random.nextInt(9));
			case 4 -> from + "," + to;
			default -> String.valueOf(from);
		};
	}

	private String pick(String... values) {
		return values[this.random.nextInt(values.length)];
	}

}
