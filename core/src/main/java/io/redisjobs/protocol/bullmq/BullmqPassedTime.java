package io.redisjobs.protocol.bullmq;

import java.time.Duration;

import io.redisjobs.redis.DueTimes;

/**
 * The time that a test has let pass, from which schedulers count their next iteration;
 * none anywhere else.
 */
final class BullmqPassedTime {

	private final DueTimes delayed;

	private volatile long millis;

	/**
	 * Begins with none.
	 * @param delayed when the queue's jobs are due
	 */
	BullmqPassedTime(DueTimes delayed) {
		this.delayed = delayed;
	}

	/** How much there is. */
	long millis() {
		return this.millis;
	}

	void pass(Duration time) {
		this.millis += time.toMillis();
	}

	void forget() {
		this.millis = 0;
	}

	/** Lets an iteration that was counted from it be due as much earlier. */
	void added(String iteration) {
		if (this.millis > 0) {
			this.delayed.lower(iteration, BullmqRehearsal.score(this.millis));
		}
	}

}
