package io.redisjobs.test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;
import redis.clients.jedis.resps.Tuple;

/** Every key of a Redis with its type and content, readable and comparable. */
public final class RedisDump {

	private RedisDump() {
	}

	/** Reads all keys that match a pattern, but not those of redis-jobs itself. */
	public static Map<String, Object> of(Jedis jedis, String pattern) {
		Map<String, Object> dump = new TreeMap<>();
		for (String key : jedis.keys(pattern)) {
			if (!key.startsWith("redis-jobs:")) {
				dump.put(key, content(jedis, key));
			}
		}
		return dump;
	}

	private static Object content(Jedis jedis, String key) {
		return switch (jedis.type(key)) {
			case "string" -> jedis.get(key);
			case "hash" -> new TreeMap<>(jedis.hgetAll(key));
			case "list" -> jedis.lrange(key, 0, -1);
			case "set" -> new TreeSet<>(jedis.smembers(key));
			case "zset" -> scores(jedis.zrangeWithScores(key, 0, -1));
			case "stream" -> entries(jedis.xrange(key, (StreamEntryID) null, (StreamEntryID) null));
			default -> throw new IllegalStateException("Key " + key + " is of type " + jedis.type(key));
		};
	}

	private static Map<String, Double> scores(List<Tuple> tuples) {
		Map<String, Double> scores = new LinkedHashMap<>();
		tuples.forEach((tuple) -> scores.put(tuple.getElement(), tuple.getScore()));
		return scores;
	}

	private static List<Map<String, String>> entries(List<StreamEntry> entries) {
		List<Map<String, String>> fields = new ArrayList<>();
		entries.forEach((entry) -> fields.add(new TreeMap<>(entry.getFields())));
		return fields;
	}

}
