package io.redisjobs.lua;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XPendingParams;
import redis.clients.jedis.resps.StreamPendingEntry;

/** A stream of three entries, and a way to call a script on it. */
@ExtendWith(TestRedis.class)
abstract class StreamsScriptsFixture {

	static final List<String> KEYS = List.of("jobs:a", "jobs:a:retries:g", "jobs:a:paused");

	Jedis redis;

	int calls;

	@BeforeEach
	void addEntries(Jedis redis) {
		this.redis = redis;
		for (int i = 1; i <= 3; i++) {
			redis.xadd("jobs:a", new StreamEntryID(i, 0), Map.of("payload", "p" + i));
		}
	}

	List<Object> take(String consumer, int max) {
		List<?> reply = run("exchange", KEYS, "g", consumer, Integer.toString(max), "all", "0", "1", "", "", "2");
		return new ArrayList<>((List<?>) reply.get(3));
	}

	List<?> run(String script, List<String> keys, String... args) {
		List<String> allKeys = new ArrayList<>(keys);
		List<String> allArgs = new ArrayList<>(List.of(args));
		if (LuaScript.source("streams", script).contains("--@include once")) {
			allKeys.add("redis-jobs:call");
			allArgs.add(Integer.toString(++this.calls));
		}
		return (List<?>) this.redis.eval(LuaScript.read("streams", script).text(), allKeys, allArgs);
	}

	List<String> pending() {
		return this.redis.xpending("jobs:a", "g", XPendingParams.xPendingParams("-", "+", 10))
			.stream()
			.map(StreamsScriptsFixture::text)
			.toList();
	}

	static String text(StreamPendingEntry entry) {
		return entry.getID() + " " + entry.getConsumerName() + " " + entry.getDeliveredTimes();
	}

}
