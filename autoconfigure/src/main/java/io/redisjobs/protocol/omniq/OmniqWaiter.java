package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.redisjobs.redis.WaitingConnection;

import org.springframework.data.redis.connection.RedisListCommands;

/**
 * Waits until an ungrouped job is in line, whoever put it there. It moves the head of the
 * line to the head of the line, which blocks while the line is empty and leaves it as it
 * was. Every idle worker wakes for a job and all but one find nothing: one script call
 * each. Grouped jobs are not seen by it and have to be polled for.
 */
final class OmniqWaiter implements AutoCloseable {

	private final WaitingConnection connection;

	private final byte[] line;

	private final AtomicBoolean woken = new AtomicBoolean();

	OmniqWaiter(WaitingConnection connection, byte[] line) {
		this.connection = connection;
		this.line = line;
	}

	void await(Duration wait) {
		double seconds = Math.max(1, wait.toMillis()) / 1000.0;
		this.connection.await((redis) -> redis.listCommands()
			.bLMove(this.line, this.line, RedisListCommands.Direction.LEFT, RedisListCommands.Direction.LEFT, seconds));
	}

	/** Whether the wait is to end, told once. */
	boolean woken() {
		return this.woken.getAndSet(false);
	}

	void wakeUp() {
		this.woken.set(true);
		this.connection.wakeUp();
	}

	@Override
	public void close() {
		this.woken.set(true);
		this.connection.close();
	}

}
