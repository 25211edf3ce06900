package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.redisjobs.redis.KeyWatch;
import io.redisjobs.redis.WaitingConnection;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisListCommands.Direction;
import org.springframework.data.redis.connection.zset.Tuple;

/**
 * Waits until a job is in line, whoever put it there. It moves the head of the ungrouped
 * line to the head of the same line, which blocks while the line is empty and leaves it
 * as it was. Every idle worker wakes for a job and all but one find nothing: one script
 * call each. No command waits for a group without taking something, so a queue with
 * groups is looked at in between: two commands each time, seldom after a while. The same
 * goes for a delayed job that somebody publishes meanwhile. A queue that is watched tells
 * of all of them.
 */
final class OmniqWaiter implements AutoCloseable {

	private static final Duration FIRST_LOOK = Duration.ofMillis(5);

	/** Only the very first grouped or delayed job of a queue waits for it. */
	private static final Duration FIRST_OF_KIND_LOOK = Duration.ofMillis(500);

	private static final Duration DELAYED_LOOK = Duration.ofMillis(100);

	private final WaitingConnection connection;

	private final KeyWatch watch;

	private final OmniqKeys keys;

	private final Duration longestLook;

	private final AtomicBoolean woken = new AtomicBoolean();

	OmniqWaiter(WaitingConnection connection, KeyWatch watch, OmniqKeys keys, Duration longestLook) {
		this.connection = connection;
		this.watch = watch;
		this.keys = keys;
		this.longestLook = longestLook;
	}

	static OmniqWaiter of(OmniqBinding binding) {
		OmniqKeys keys = binding.keys();
		RedisConnectionFactory connections = binding.scripts().connections();
		return new OmniqWaiter(new WaitingConnection(connections, keys.waitLine(), null),
				new KeyWatch(connections, keys.announcing()), keys, binding.settings().pollInterval());
	}

	/**
	 * Waits for a job of the ungrouped line or of a group, or for a delayed job that is
	 * due before those that are known.
	 * @param wait the longest time to wait
	 * @param known what is known of the queue
	 * @return whether to look for a job; otherwise the wait was ended from elsewhere
	 */
	boolean await(Duration wait, OmniqTaken.Known known) {
		long deadline = System.nanoTime() + wait.toNanos();
		Boolean waited = this.connection.await((redis) -> {
			Duration longest = known.delays() ? DELAYED_LOOK : FIRST_OF_KIND_LOOK;
			Duration look = known.groups() ? FIRST_LOOK : longest;
			long delayedLook = System.nanoTime() + longest.toNanos();
			Duration left = wait;
			while (!left.isNegative() && !left.isZero()) {
				if (woken()) {
					return null;
				}
				if (block(redis, min(left, look)) || groupIsReady(redis)) {
					return true;
				}
				if (delayedLook - System.nanoTime() <= 0) {
					if (nextDue(redis) < known.nextDue()) {
						return true;
					}
					delayedLook = System.nanoTime() + longest.toNanos();
				}
				look = known.groups() ? min(look.multipliedBy(2), this.longestLook) : look;
				left = Duration.ofNanos(deadline - System.nanoTime());
			}
			return true;
		});
		return waited != null && !woken();
	}

	private double nextDue(RedisConnection redis) {
		return redis.zSetCommands()
			.zRangeWithScores(this.keys.delayed(), 0, 0)
			.stream()
			.mapToDouble(Tuple::getScore)
			.findFirst()
			.orElse(Double.POSITIVE_INFINITY);
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

	/** See {@link io.redisjobs.protocol.JobQueue#watch}. */
	Duration watch(Runnable changed) {
		Duration watched = this.watch.begin(changed);
		if (!watched.isZero()) {
			this.connection.disconnect();
		}
		return watched;
	}

	void wakeUp() {
		this.watch.wakeUp();
		this.woken.set(true);
		this.connection.wakeUp();
	}

	void disconnect() {
		this.watch.close();
		this.woken.set(true);
		this.connection.disconnect();
		this.woken.set(false);
	}

	@Override
	public void close() {
		this.watch.close();
		this.woken.set(true);
		this.connection.close();
	}

}
