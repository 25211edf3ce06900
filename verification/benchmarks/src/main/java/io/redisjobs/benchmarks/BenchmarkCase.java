package io.redisjobs.benchmarks;

/**
 * Something that is measured.
 *
 * @param name its name
 * @param verb what is timed
 * @param task the work
 * @param warmUp how many jobs each side does before
 */
record BenchmarkCase(String name, Contender.Verb verb, Task task, int warmUp) {

	boolean isMemory() {
		return this.name.endsWith("/memory");
	}

	/** The same with smaller counts. */
	BenchmarkCase scaled(int scale) {
		return new BenchmarkCase(this.name, this.verb,
				this.task.on(this.task.queue(), Math.max(20, this.task.count() / scale)),
				Math.max(20, this.warmUp / scale));
	}

}
