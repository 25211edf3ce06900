package io.redisjobs;

import java.time.Duration;

/**
 * How long a failed job waits before its next attempt. OmniQ knows fixed waits without
 * jitter only.
 *
 * @param type {@code fixed}, {@code exponential}, or one that BullMQ workers of others
 * know; jobs that fail here with such a type fail for good
 * @param delay the wait, not negative; for {@code exponential} the first one
 * @param jitter the share of the wait that is drawn at random, from 0 to 1: of 10 s with
 * a jitter of 0.2 at least 8 s are left
 */
public record Backoff(String type, Duration delay, double jitter) {

	public Backoff {
		if (type.isBlank()) {
			throw new IllegalArgumentException("A backoff needs a type");
		}
		if (delay.isNegative()) {
			throw new IllegalArgumentException("A backoff cannot be negative: " + delay);
		}
		if (!(jitter >= 0 && jitter <= 1)) {
			throw new IllegalArgumentException("Jitter goes from 0 to 1, not " + jitter);
		}
	}

	/** The same wait before every attempt. */
	public static Backoff fixed(Duration delay) {
		return new Backoff("fixed", delay, 0);
	}

	/**
	 * A wait that doubles with every attempt: after the first one it is the delay, after
	 * the second twice that. It grows up to the queue's {@code backoff-cap} (1 h).
	 */
	public static Backoff exponential(Duration delay) {
		return new Backoff("exponential", delay, 0);
	}

	/** This backoff, a share of it drawn at random so that not all jobs come at once. */
	public Backoff withJitter(double jitter) {
		return new Backoff(this.type, this.delay, jitter);
	}

}
