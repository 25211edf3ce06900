package io.redisjobs.benchmarks;

import java.util.Map;

/**
 * A piece of work that both sides do the same way.
 *
 * @param contract the queue's contract
 * @param queue the queue
 * @param count how many jobs
 * @param concurrency how many of them run at a time
 * @param kept whether completed jobs are kept
 * @param handlerMillis how long a handler takes
 */
record Task(String contract, String queue, int count, int concurrency, boolean kept, int handlerMillis) {

	static final String WARM_UP = "warmup";

	static final String MEASURED = "measured";

	static final int PRODUCERS = 16;

	static final int BATCH = 1000;

	static final int PAUSE_MILLIS = 5;

	Task on(String queue, int count) {
		return new Task(this.contract, queue, count, this.concurrency, this.kept, this.handlerMillis);
	}

	Map<String, Object> asMap() {
		return Map.of("queue", this.queue, "count", this.count, "concurrency", this.concurrency, "kept", this.kept,
				"handlerMillis", this.handlerMillis, "producers", PRODUCERS, "batch", BATCH, "pauseMillis",
				PAUSE_MILLIS, "payload", Payload.SAMPLE);
	}

}
