package io.redisjobs.benchmarks;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import redis.clients.jedis.Jedis;

/** Reads what Redis itself says about the work it did. */
final class RedisMeter {

	/**
	 * Commands that clients send; scripts use others. A blocking XREADGROUP is missing,
	 * because scripts may use that command as well.
	 */
	private static final Set<String> SENT_BY_CLIENTS = Set.of("eval", "evalsha", "bzpopmin", "blpop", "brpop", "blmove",
			"brpoplpush", "multi", "exec", "ping");

	private final Jedis jedis;

	RedisMeter(Jedis jedis) {
		this.jedis = jedis;
	}

	/** Empties the server and its statistics, but not its scripts. */
	void empty() {
		this.jedis.flushAll();
	}

	Reading read() {
		Map<String, String> info = info("all");
		double cpu = number(info, "used_cpu_user") + number(info, "used_cpu_sys");
		double calls = 0;
		double commands = 0;
		for (Map.Entry<String, String> entry : info.entrySet()) {
			if (entry.getKey().startsWith("cmdstat_")) {
				double count = field(entry.getValue(), "calls");
				commands += count;
				calls += SENT_BY_CLIENTS.contains(entry.getKey().substring(8)) ? count : 0;
			}
		}
		return new Reading(cpu * 1e6, calls, number(info, "total_reads_processed"), commands);
	}

	/** Microseconds that scripts have taken so far. */
	double scriptMicros() {
		Map<String, String> info = info("commandstats");
		return field(info.getOrDefault("cmdstat_eval", ""), "usec")
				+ field(info.getOrDefault("cmdstat_evalsha", ""), "usec");
	}

	double usedMemory() {
		return number(info("memory"), "used_memory");
	}

	String version() {
		return String.valueOf(info("server").get("redis_version"));
	}

	private Map<String, String> info(String section) {
		Map<String, String> values = new HashMap<>();
		this.jedis.info(section).lines().forEach((line) -> {
			int colon = line.indexOf(':');
			if (colon > 0) {
				values.put(line.substring(0, colon), line.substring(colon + 1));
			}
		});
		return values;
	}

	private static double number(Map<String, String> info, String name) {
		return Double.parseDouble(info.getOrDefault(name, "0"));
	}

	private static double field(String stats, String name) {
		for (String pair : stats.split(",")) {
			if (pair.startsWith(name + "=")) {
				return Double.parseDouble(pair.substring(name.length() + 1));
			}
		}
		return 0;
	}

	/**
	 * The counters at a moment.
	 *
	 * @param cpuMicros CPU time of the server
	 * @param calls commands that clients sent
	 * @param reads how often the server read from a socket
	 * @param commands all commands, also those of scripts
	 */
	record Reading(double cpuMicros, double calls, double reads, double commands) {

		Reading since(Reading earlier) {
			return new Reading(this.cpuMicros - earlier.cpuMicros, this.calls - earlier.calls,
					this.reads - earlier.reads, this.commands - earlier.commands);
		}

	}

}
