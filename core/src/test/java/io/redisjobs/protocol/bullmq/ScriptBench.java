package io.redisjobs.protocol.bullmq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.redisjobs.lua.LuaScript;
import io.redisjobs.test.RedisDump;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

/** Runs the contract's scripts on a queue and tells what they left behind. */
final class ScriptBench {

	static final long NOW = 1_800_000_000_000L;

	static final String BASE = "bull:q:";

	private static final String LANE = "redis-jobs:bench:call:1";

	private final Jedis jedis;

	private int calls;

	ScriptBench(Jedis jedis) {
		this.jedis = jedis;
	}

	/** Runs a script; numbers in the reply become text. */
	List<Object> run(String script, Object... arguments) {
		return on(BASE, script, arguments);
	}

	List<Object> on(String base, String script, Object... arguments) {
		return call(++this.calls, base, script, arguments);
	}

	/** Sends the latest call again, or another with its number. */
	List<Object> again(String script, Object... arguments) {
		return call(this.calls, BASE, script, arguments);
	}

	List<Object> call(int number, String base, String script, Object... arguments) {
		LuaScript lua = LuaScript.read("bullmq", script);
		List<String> texts = new ArrayList<>(Arrays.stream(arguments).map(String::valueOf).toList());
		List<String> keys = new ArrayList<>(List.of(base));
		if (LuaScript.source("bullmq", script).contains("--@include once")) {
			keys.add(LANE);
			texts.add(String.valueOf(number));
		}
		return copy((List<?>) this.jedis.eval(lua.text(), keys, texts));
	}

	private static List<Object> copy(List<?> list) {
		List<Object> copy = new ArrayList<>();
		list.forEach((element) -> copy.add((element != null) ? plain(element) : "nil"));
		return copy;
	}

	private static Object plain(Object reply) {
		if (reply instanceof List<?> list) {
			return copy(list);
		}
		return (reply instanceof byte[] bytes) ? new String(bytes) : String.valueOf(reply);
	}

	/** Adds a standard job. */
	String add() {
		return add("", 0, 0, "");
	}

	/** Adds a job; the kind is empty, lifo or waitsForChildren. */
	String add(String id, long delay, int priority, String kind) {
		String details = "{\"delay\":" + delay + ",\"priority\":" + priority
				+ (kind.isEmpty() ? "" : ",\"" + kind + "\":true") + "}";
		boolean standard = delay == 0 && priority == 0 && kind.isEmpty();
		return id(run("addJob", NOW, id, "n", "{\"a\":1}", "{\"attempts\":0}", standard ? "" : details));
	}

	private static String id(List<Object> reply) {
		return (String) ((reply.get(0) instanceof List<?> other) ? other.get(1) : reply.get(0));
	}

	/** Adds a child of a job of the same queue. */
	List<Object> addChild(String id, String parentId, String policy) {
		String parent = "{\\\"id\\\":\\\"" + parentId + "\\\",\\\"queueKey\\\":\\\"bull:q\\\""
				+ policy.replace("\"", "\\\"") + "}";
		return run("addJob", NOW, id, "n", "{}", "{\"attempts\":0}",
				"{\"parent\":{\"queue\":\"bull:q\",\"id\":\"" + parentId + "\",\"json\":\"" + parent + "\"}}");
	}

	/** Takes jobs one millisecond after they were added. */
	List<String> take(int max) {
		return take(max, max);
	}

	/** Takes jobs, of which so many may have been with a worker before. */
	List<String> take(int max, int slots) {
		return ids(run("moveToActive", NOW + 1, max, "token", 30000, "", "", "", slots));
	}

	static List<String> ids(List<?> reply) {
		List<?> jobs = (List<?>) reply.get(2);
		return IntStream.range(0, jobs.size() / 7).mapToObj((i) -> (String) jobs.get(7 * i)).toList();
	}

	/** Completes a job and takes nothing. */
	String complete(String id, String token, String keep) {
		List<?> words = completeAll(token, keep, id);
		return words.isEmpty() ? "completed" : (String) words.get(0);
	}

	/** Completes jobs in one call and takes nothing; answers a word for each. */
	List<?> completeAll(String token, String keep, String... ids) {
		List<Object> arguments = new ArrayList<>(List.of(NOW + 2, 0, "next", 30000, "", "", "", 0, "", keep, ""));
		for (String id : ids) {
			arguments.addAll(List.of(id, token, "{\"r\":1}", ""));
		}
		return (List<?>) run("moveToCompleted", arguments.toArray()).get(4);
	}

	/** Fails a job for good. */
	String fail(String id, String keep) {
		return (String) run("moveToFailed", NOW + 2, id, "token", "boom", "[\"trace\"]", 0, 0, keep, "", "").get(0);
	}

	Map<String, Object> dump() {
		return RedisDump.of(this.jedis, BASE + "*");
	}

	/** The events from a place on, each as one line. */
	List<String> events(int from) {
		return this.jedis.xrange(BASE + "events", (StreamEntryID) null, null).stream().skip(from).map((entry) -> {
			Map<String, String> fields = entry.getFields();
			StringBuilder line = new StringBuilder(fields.get("event"));
			fields.entrySet()
				.stream()
				.filter((field) -> !field.getKey().equals("event"))
				.sorted(Map.Entry.comparingByKey())
				.forEach((field) -> line.append(' ').append(field.getKey()).append('=').append(field.getValue()));
			return line.toString();
		}).toList();
	}

}
