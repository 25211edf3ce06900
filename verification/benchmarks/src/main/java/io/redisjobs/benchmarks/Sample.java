package io.redisjobs.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one side did in one round of a case.
 *
 * @param figures what was measured, by name
 * @param costs what a job cost, by name
 * @param commands what Redis did for a job, by command
 */
record Sample(Map<Figure, Double> figures, Map<Cost, Double> costs, Map<String, RedisMeter.Command> commands) {

	static Sample of(BenchmarkCase measured, Answer answer, RedisMeter.Reading redis) {
		int count = measured.task().count();
		Map<Figure, Double> figures = new LinkedHashMap<>();
		if (measured.verb() == Contender.Verb.LATENCY) {
			figures.put(Figure.P50, answer.percentile(0.5) / 1e6);
			figures.put(Figure.P99, answer.percentile(0.99) / 1e6);
		}
		else {
			figures.put(Figure.RATE, count / (answer.nanos() / 1e9));
		}
		if (measured.task().handlerMillis() > 0) {
			figures.put(Figure.SLOTS, (double) answer.most());
		}
		Map<Cost, Double> costs = new LinkedHashMap<>();
		costs.put(Cost.REDIS_CPU, redis.cpuMicros() / count);
		costs.put(Cost.CLIENT_CPU, answer.cpuNanos() / 1e3 / count);
		costs.put(Cost.CALLS, redis.calls() / count);
		costs.put(Cost.READS, redis.reads() / count);
		costs.put(Cost.COMMANDS, redis.ran() / count);
		Map<String, RedisMeter.Command> commands = new TreeMap<>();
		redis.commands().forEach((name, command) -> commands.put(name, command.per(count)));
		return new Sample(figures, costs, commands);
	}

	static Sample ofMemory(double bytesPerJob) {
		return new Sample(Map.of(Figure.MEMORY, bytesPerJob), Map.of(), Map.of());
	}

	/** What is measured. */
	enum Figure {

		/** Throughput. */
		RATE("jobs/s", true),

		/** The usual time until a job starts. */
		P50("p50 ms", false),

		/** The time until a job starts that one of a hundred exceeds. */
		P99("p99 ms", false),

		/** The most handlers that ran at a time. */
		SLOTS("most at a time", true),

		/** The memory of a waiting job. */
		MEMORY("bytes/job", false);

		private final String unit;

		private final boolean moreIsBetter;

		Figure(String unit, boolean moreIsBetter) {
			this.unit = unit;
			this.moreIsBetter = moreIsBetter;
		}

		String unit() {
			return this.unit;
		}

		/** How many times better than the peer; above 1 is better. */
		double ratio(double own, double peer) {
			return this.moreIsBetter ? own / peer : peer / own;
		}

	}

	/** What a job costs. */
	enum Cost {

		/** CPU time of Redis in microseconds. */
		REDIS_CPU("Redis us"),

		/** CPU time of the client process in microseconds. */
		CLIENT_CPU("client us"),

		/** Commands that the client sent. */
		CALLS("calls"),

		/** Reads of Redis from its sockets. */
		READS("reads"),

		/** Commands that Redis ran, also those inside scripts. */
		COMMANDS("commands");

		private final String title;

		Cost(String title) {
			this.title = title;
		}

		String title() {
			return this.title;
		}

	}

}
