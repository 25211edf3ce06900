package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Whether a container is parked: its queue is watched, and no thread waits for jobs. The
 * loop's lock guards it.
 */
final class Parking {

	/** A park that lasts as long was worth it, whatever comes of its end. */
	private static final Duration WORTHWHILE = Duration.ofSeconds(1);

	/** So many changes in a row that brought nothing are followed at once. */
	private static final int FOLLOWED_AT_ONCE = 3;

	/** A power of two: the most milliseconds for which the next is not followed. */
	private static final int LONGEST_DELAY = 5;

	private final LongSupplier nanoTime;

	private boolean parked;

	private boolean changed;

	private long since;

	private long until;

	private long ends;

	/** How many changes in a row have brought nothing. */
	private int fruitless;

	Parking(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/** Notes that the queue is about to be looked at, and watched from now on. */
	void prepare() {
		this.changed = false;
	}

	/**
	 * Parks, unless the queue has changed since it was watched.
	 * @param longest when to look again if nothing changes
	 */
	void park(Duration longest) {
		long now = this.nanoTime.getAsLong();
		Duration wait = longest;
		if (this.changed) {
			this.fruitless++;
			wait = delay();
		}
		if (!wait.isZero()) {
			this.parked = true;
			this.since = now;
			this.until = now + wait.toNanos();
		}
	}

	/**
	 * Notes that the queue has changed.
	 * @return when that is to be followed, zero for at once
	 */
	Duration changed() {
		this.changed = true;
		if (!this.parked) {
			return Duration.ZERO;
		}
		long now = this.nanoTime.getAsLong();
		this.fruitless = (now - this.since > WORTHWHILE.toNanos()) ? 0 : this.fruitless + 1;
		Duration delay = delay();
		this.until = now + Math.min(this.until - now, delay.toNanos());
		return delay;
	}

	// others are at work here, and each of their steps is a change
	private Duration delay() {
		int power = this.fruitless - FOLLOWED_AT_ONCE;
		return (power <= 0) ? Duration.ZERO : Duration.ofMillis(1L << Math.min(power, LONGEST_DELAY));
	}

	/** Notes that jobs have come. */
	void arrived() {
		this.fruitless = 0;
	}

	/** Ends the parking. */
	void end() {
		this.parked = false;
		this.ends++;
	}

	/** How often the parking has ended, unless it has now. */
	@Nullable Long changes() {
		return this.parked ? this.ends : null;
	}

	boolean isParked() {
		return this.parked;
	}

	/** How long it is until somebody has to look again; zero if that is due. */
	Duration left() {
		return Duration.ofNanos(Math.max(0, this.until - this.nanoTime.getAsLong()));
	}

}
