package io.redisjobs.protocol.conveyor;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is, of an application's queues, to look after what they have in common:
 * the scheduled jobs and the workers that are lost. It stays the same queue's as long as
 * that comes back for it.
 */
final class ConveyorTurn {

	/** Several times the interval in which queues are looked after. */
	private static final Duration KEPT = Duration.ofSeconds(3);

	private @Nullable Object owner;

	private long takenAt;

	/** Takes the turn, and answers whether it could be had. */
	synchronized boolean take(Object who) {
		long now = System.nanoTime();
		boolean free = this.owner == null || this.owner == who || now - this.takenAt > KEPT.toNanos();
		if (free) {
			this.owner = who;
			this.takenAt = now;
		}
		return free;
	}

	/** Gives it back before its time. */
	synchronized void giveBack(Object who) {
		if (this.owner == who) {
			this.owner = null;
		}
	}

}
