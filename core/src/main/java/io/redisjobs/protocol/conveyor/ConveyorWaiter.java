package io.redisjobs.protocol.conveyor;

import java.time.Duration;

import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.WaitingConnection;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisListCommands.Direction;

/** Waits for jobs to arrive in a queue. */
final class ConveyorWaiter implements AutoCloseable {

	private static final double MIN_WAIT_SECONDS = 0.01;

	private final WaitingConnection connection;

	private final byte[] queue;

	private final Duration longest;

	ConveyorWaiter(RedisConnectionFactory connections, QueueDefinition definition, ConveyorKeys keys) {
		this.queue = keys.queue(definition.name());
		this.connection = new WaitingConnection(connections, this.queue, definition.workerName());
		// a worker that waits gives no sign of life
		this.longest = definition.lease().dividedBy(3);
	}

	/** Waits for a job, and answers whether there is one. */
	boolean await(Duration maxWait) {
		Duration wait = (maxWait.compareTo(this.longest) < 0) ? maxWait : this.longest;
		double seconds = Math.max(MIN_WAIT_SECONDS, wait.toMillis() / 1000.0);
		// moving the oldest job to where it is changes nothing and waits for one
		return this.connection.await((redis) -> redis.listCommands()
			.bLMove(this.queue, this.queue, Direction.RIGHT, Direction.RIGHT, seconds)) != null;
	}

	void wakeUp() {
		this.connection.wakeUp();
	}

	void disconnect() {
		this.connection.disconnect();
	}

	@Override
	public void close() {
		this.connection.close();
	}

}
