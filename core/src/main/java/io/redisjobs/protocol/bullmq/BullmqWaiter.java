package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.redisjobs.redis.KeyWatch;
import io.redisjobs.redis.WaitingConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.zset.Tuple;

/**
 * Waits for the marker that tells one worker of work, or has the queue watched.
 */
final class BullmqWaiter implements AutoCloseable {

	private final WaitingConnection connection;

	private final KeyWatch watch;

	private final byte[] marker;

	private final Clock clock;

	BullmqWaiter(WaitingConnection connection, KeyWatch watch, byte[] marker, Clock clock) {
		this.connection = connection;
		this.watch = watch;
		this.marker = marker;
		this.clock = clock;
	}

	static BullmqWaiter of(RedisConnectionFactory connections, BullmqKeys keys, @Nullable String workerName,
			Clock clock) {
		return new BullmqWaiter(new WaitingConnection(connections, keys.marker(), keys.clientName(workerName)),
				new KeyWatch(connections, keys.announcing()), keys.marker(), clock);
	}

	/**
	 * Waits until there may be a job to take.
	 * @param until the latest moment, in milliseconds
	 * @param behind how much later than others to look for what is due, in milliseconds
	 * @return whether to look for a job; otherwise the wait was ended from elsewhere
	 */
	boolean await(long until, long behind) {
		long end = until;
		// a clock that is set back must not make the wait longer
		long latest = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(until - this.clock.millis());
		while (true) {
			long millis = Math.min(end - this.clock.millis(), BullmqDurations.ceilMillis(latest - System.nanoTime()));
			if (millis <= 0) {
				return true;
			}
			Answer answer = this.connection.await(
					(redis) -> new Answer(redis.zSetCommands().bZPopMin(this.marker, millis, TimeUnit.MILLISECONDS)));
			if (answer == null) {
				return false;
			}
			if (answer.marker == null) {
				return this.clock.millis() >= end - 1;
			}
			double due = answer.marker.getScore();
			if (due <= this.clock.millis()) {
				return true;
			}
			end = Math.min(end, (long) Math.ceil(due) + behind);
		}
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
		this.connection.wakeUp();
	}

	void disconnect() {
		this.watch.close();
		this.connection.disconnect();
	}

	@Override
	public void close() {
		this.watch.close();
		this.connection.close();
	}

	private record Answer(@Nullable Tuple marker) {

	}

}
