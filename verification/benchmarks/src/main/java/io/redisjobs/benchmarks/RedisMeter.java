package io.redisjobs.benchmarks;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

import redis.clients.jedis.Jedis;

/** Reads what Redis itself says about the work it did. */
final class RedisMeter {

	/**
	 * Commands that clients send; scripts use others. A blocking XREADGROUP is missing,
	 * because scripts may use that command as well.
	 */
	private static final Set<String> SENT_BY_CLIENTS = Set.of("eval", "evalsha", "bzpopmin", "blpop", "brpop", "blmove",
			"brpoplpush", "multi", "exec", "ping");

	private static final String PREFIX = "cmdstat_";

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
		Map<String, Command> commands = new TreeMap<>();
		info.forEach((name, value) -> {
			if (name.startsWith(PREFIX)) {
				commands.put(name.substring(PREFIX.length()), new Command(field(value, "calls"), field(value, "usec")));
			}
		});
		return new Reading(cpu * 1e6, number(info, "total_reads_processed"), commands);
	}

	/** Microseconds that scripts have taken so far. */
	double scriptMicros() {
		Map<String, String> info = info("commandstats");
		return field(info.getOrDefault("cmdstat_eval", ""), "usec")
				+ field(info.getOrDefault("cmdstat_evalsha", ""), "usec");
	}

	double usedMemory() {
		Map<String, String> memory = info("memory");
		// buffers of connections come and go, and are no part of a job
		return number(memory, "used_memory") - number(memory, "mem_clients_normal");
	}

	String version() {
		return info("server").get("redis_version") + " (" + info("memory").get("mem_allocator") + ")";
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
	 * @param reads how often the server read from a socket
	 * @param commands all commands, also those of scripts
	 */
	record Reading(double cpuMicros, double reads, Map<String, Command> commands) {

		Reading since(Reading earlier) {
			Map<String, Command> since = new TreeMap<>();
			this.commands.forEach((name, command) -> {
				Command difference = command.minus(earlier.commands.getOrDefault(name, new Command(0, 0)));
				if (difference.calls() > 0 && !name.equals("info")) {
					since.put(name, difference);
				}
			});
			return new Reading(this.cpuMicros - earlier.cpuMicros, this.reads - earlier.reads, since);
		}

		/** How many commands clients sent. */
		double calls() {
			return count(SENT_BY_CLIENTS::contains);
		}

		/** How many commands ran. */
		double ran() {
			return count((name) -> true);
		}

		private double count(Predicate<String> filter) {
			return this.commands.entrySet()
				.stream()
				.filter((entry) -> filter.test(entry.getKey()))
				.mapToDouble((entry) -> entry.getValue().calls())
				.sum();
		}

	}

	/**
	 * What a command took. The time of a script includes that of its commands.
	 *
	 * @param calls how often it ran
	 * @param micros how long that took
	 */
	record Command(double calls, double micros) {

		Command minus(Command earlier) {
			return new Command(this.calls - earlier.calls, this.micros - earlier.micros);
		}

		Command per(int jobs) {
			return new Command(this.calls / jobs, this.micros / jobs);
		}

	}

}
