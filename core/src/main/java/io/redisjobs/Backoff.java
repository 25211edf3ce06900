package io.redisjobs;

import java.time.Duration;

/**
 * How long a failed job waits before its next attempt.
 *
 * @param type {@code fixed}, {@code exponential}, or a name the contract's workers know
 * @param delay the wait, for {@code exponential} the first one
 * @param jitter the share of the wait that is drawn at random, from 0 to 1
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

	/** A wait that doubles with every attempt. */
	public static Backoff exponential(Duration delay) {
		return new Backoff("exponential", delay, 0);
	}

	/** This backoff with a share of it drawn at random. */
	public Backoff withJitter(double jitter) {
		return new Backoff(this.type, this.delay, jitter);
	}

}
