package io.redisjobs.benchmarks;

import java.util.List;

/**
 * What a side says about a task.
 *
 * @param nanos how long it took
 * @param cpuNanos the CPU time its process used
 * @param most the most handlers that ran at a time, where that was watched
 * @param values single measurements in nanoseconds, where the task takes them
 */
record Answer(long nanos, long cpuNanos, int most, List<Long> values) {

	Answer {
		values = List.copyOf(values);
	}

	double percentile(double share) {
		List<Long> sorted = this.values.stream().sorted().toList();
		return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(sorted.size() * share)));
	}

}
