package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.redisjobs.redis.WaitingConnection;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisListCommands.Direction;

/**
 * Waits until a job is in line, whoever put it there. It moves the head of the ungrouped
 * line to the head of the same line, which blocks while the line is empty and leaves it
 * as it was. Every idle worker wakes for a job and all but one find nothing: one script
 * call each. No command waits for a group without taking something, so a queue with
 * groups is looked at in between: two commands each time, seldom after a while.
 */
final class OmniqWaiter implements AutoCloseable {

	private static final Duration FIRST_LOOK = Duration.ofMillis(5);

	/** Only the very first grouped job of a queue waits for it. */
	private static final Duration FIRST_GROUP_LOOK = Duration.ofMillis(500);

	private final WaitingConnection connection;

	private final OmniqKeys keys;

	private final Duration longestLook;

	private final AtomicBoolean woken = new AtomicBoolean();

	OmniqWaiter(WaitingConnection connection, OmniqKeys keys, Duration longestLook) {
		this.connection = connection;
		this.keys = keys;
		this.longestLook = longestLook;
	}

	/**
	 * Waits for a job of the ungrouped line or of a group.
	 * @param wait the longest time to wait
	 * @param groups whether the queue has had groups
	 * @return whether to look for a job; otherwise the wait was ended from elsewhere
	 */
	boolean await(Duration wait, boolean groups) {
		long deadline = System.nanoTime() + wait.toNanos();
		Boolean waited = this.connection.await((redis) -> {
			Duration look = groups ? FIRST_LOOK : FIRST_GROUP_LOOK;
			Duration left = wait;
			while (!left.isNegative() && !left.isZero()) {
				if (woken()) {
					return null;
				}
				if (block(redis, min(left, look)) || groupIsReady(redis)) {
					return true;
				}
				look = groups ? min(look.multipliedBy(2), this.longestLook) : look;
				left = Duration.ofNanos(deadline - System.nanoTime());
			}
			return true;
		});
		return waited != null && !woken();
	}

	private boolean groupIsReady(RedisConnection redis) {
		return Boolean.TRUE.equals(redis.keyCommands().exists(this.keys.readyGroups()));
	}

	private boolean block(RedisConnection redis, Duration wait) {
		byte[] line = this.keys.waitLine();
		double seconds = Math.max(1, wait.toMillis()) / 1000.0;
		return redis.listCommands().bLMove(line, line, Direction.LEFT, Direction.LEFT, seconds) != null;
	}

	static Duration min(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

	/** Whether the wait is to end, told once. */
	boolean woken() {
		return this.woken.getAndSet(false);
	}

	void wakeUp() {
		this.woken.set(true);
		this.connection.wakeUp();
	}

	void disconnect() {
		this.woken.set(true);
		this.connection.disconnect();
		this.woken.set(false);
	}

	@Override
	public void close() {
		this.woken.set(true);
		this.connection.close();
	}

}
