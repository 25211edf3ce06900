package io.redisjobs.compatibility;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.redisjobs.test.RedisDump;
import redis.clients.jedis.Jedis;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Every key of a queue with its type and content, in a form in which two runs of the same
 * scenario are equal: times, random ids and tokens are replaced by what they are, JSON is
 * compared as JSON, and the events are listed by job.
 */
final class QueueDump {

	private static final Pattern MILLIS = Pattern.compile("(?<!\\d)1[5-9]\\d{11}(?!\\d)");

	private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

	/** Depend on which worker looked when, not on what happened to the jobs. */
	private static final List<String> FLEETING = List.of("marker", "stalled", "stalled-check (expires)");

	private static final double SOME_MILLIS = 1.5e12;

	private final String prefix;

	private final String queue;

	private final Map<String, Integer> uuids = new LinkedHashMap<>();

	private QueueDump(String prefix, String queue) {
		this.prefix = prefix;
		this.queue = queue;
	}

	/** The queue's keys below the default prefix. */
	static Map<String, Object> of(Jedis jedis, String queue) {
		return of(jedis, "bull", queue);
	}

	/** The queue's keys without those that depend on when workers looked for jobs. */
	static Map<String, Object> atRest(Jedis jedis, String queue) {
		Map<String, Object> dump = of(jedis, queue);
		FLEETING.forEach(dump::remove);
		return dump;
	}

	static Map<String, Object> of(Jedis jedis, String prefix, String queue) {
		return new QueueDump(prefix, queue).read(jedis);
	}

	private Map<String, Object> read(Jedis jedis) {
		String base = this.prefix + ":" + this.queue + ":";
		Map<String, Object> normal = new TreeMap<>();
		RedisDump.of(jedis, base.replace("[", "\\[") + "*").forEach((key, content) -> {
			String name = key.substring(base.length());
			String expiry = (jedis.pttl(key) > 0) ? " (expires)" : "";
			normal.put(text(name) + expiry, content(name, content));
		});
		return normal;
	}

	private Object content(String name, Object content) {
		if (name.equals("events")) {
			return events((List<?>) content);
		}
		if (content instanceof Map<?, ?> map) {
			Map<String, Object> normal = new LinkedHashMap<>();
			map.forEach((field, value) -> normal.put(text((String) field),
					(value instanceof Double score) ? score(name, score) : field((String) field, (String) value)));
			return normal;
		}
		if (content instanceof Iterable<?> values) {
			List<String> normal = new ArrayList<>();
			values.forEach((value) -> normal.add(text((String) value)));
			return normal;
		}
		return name.endsWith(":lock") ? "<token>" : text((String) content);
	}

	private Object events(List<?> entries) {
		Map<String, List<Object>> byJob = new TreeMap<>();
		for (Object entry : entries) {
			Map<String, Object> fields = new TreeMap<>();
			((Map<?, ?>) entry)
				.forEach((field, value) -> fields.put((String) field, field((String) field, (String) value)));
			byJob.computeIfAbsent(String.valueOf(fields.getOrDefault("jobId", "")), (key) -> new ArrayList<>())
				.add(fields);
		}
		return byJob;
	}

	private Object score(String name, double score) {
		if (name.equals("delayed") && score / 4096 > SOME_MILLIS) {
			return "<due>";
		}
		return (score > SOME_MILLIS && score < SOME_MILLIS * 2) ? "<ms>" : score;
	}

	private Object field(String field, String value) {
		return switch (field) {
			case "stacktrace" -> NodeBullmq.JSON.readTree(value).size() + " stack traces";
			case "opts", "data", "parent", "returnvalue", "progress" -> json(value);
			default -> text(value);
		};
	}

	private Object json(String value) {
		try {
			JsonNode tree = NodeBullmq.JSON.readTree(text(value).replace("<ms>", "0"));
			return sorted(tree);
		}
		catch (JacksonException ex) {
			return text(value);
		}
	}

	private static Object sorted(JsonNode tree) {
		if (tree.isObject()) {
			Map<String, Object> fields = new TreeMap<>();
			tree.properties().forEach((property) -> fields.put(property.getKey(), sorted(property.getValue())));
			return fields;
		}
		if (tree.isArray()) {
			List<Object> values = new ArrayList<>();
			tree.forEach((value) -> values.add(sorted(value)));
			return values;
		}
		return tree.isNumber() ? (Object) tree.asDouble() : tree.toString();
	}

	private String text(String value) {
		String text = value.replace(this.prefix + ":" + this.queue, "<queue>");
		Matcher uuid = UUID.matcher(text);
		text = uuid.replaceAll(
				(match) -> "<uuid" + this.uuids.computeIfAbsent(match.group(), (key) -> this.uuids.size()) + ">");
		return MILLIS.matcher(text).replaceAll("<ms>");
	}

}
