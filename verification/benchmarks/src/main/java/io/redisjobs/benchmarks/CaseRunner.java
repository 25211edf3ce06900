package io.redisjobs.benchmarks;

import redis.clients.jedis.Jedis;

/** Lets a side have its turn in a case. */
final class CaseRunner {

	private final Jedis jedis;

	private final RedisMeter meter;

	CaseRunner(Jedis jedis) {
		this.jedis = jedis;
		this.meter = new RedisMeter(jedis);
	}

	/** Empties Redis, warms the side up and measures it. */
	Sample run(BenchmarkCase measured, Contender contender) {
		contender.reset();
		this.meter.empty();
		Task warmUp = measured.task().on(Task.WARM_UP, measured.warmUp());
		if (measured.isMemory()) {
			contender.perform(Contender.Verb.BULK, warmUp.on(Task.WARM_UP, 1));
			double before = this.meter.usedMemory();
			contender.perform(Contender.Verb.BULK, measured.task());
			return Sample.ofMemory((this.meter.usedMemory() - before) / measured.task().count());
		}
		fill(measured, contender, warmUp);
		contender.perform(measured.verb(), warmUp);
		fill(measured, contender, measured.task());
		RedisMeter.Reading before = this.meter.read();
		Answer answer = contender.perform(measured.verb(), measured.task());
		Sample sample = Sample.of(measured, answer, this.meter.read().since(before));
		check(measured);
		return sample;
	}

	private static void fill(BenchmarkCase measured, Contender contender, Task task) {
		if (measured.verb() == Contender.Verb.PROCESS) {
			contender.perform(Contender.Verb.BULK, task);
		}
	}

	// a side that left jobs behind or lost some has not done the work
	private void check(BenchmarkCase measured) {
		if (!measured.task().contract().equals("bullmq")) {
			return;
		}
		boolean added = measured.verb() == Contender.Verb.ADD || measured.verb() == Contender.Verb.BULK;
		int count = measured.task().count();
		String prefix = "bull:" + Task.MEASURED + ":";
		expect(measured, "waiting", this.jedis.llen(prefix + "wait"), added ? count : 0);
		expect(measured, "active", this.jedis.llen(prefix + "active"), 0);
		expect(measured, "completed", this.jedis.zcard(prefix + "completed"), measured.task().kept() ? count : 0);
	}

	private static void expect(BenchmarkCase measured, String state, long actual, long expected) {
		if (actual != expected) {
			throw new IllegalStateException(
					measured.name() + " left " + actual + " jobs " + state + " instead of " + expected);
		}
	}

}
