package io.redisjobs.protocol.conveyor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.KeyWatch;
import io.redisjobs.redis.WaitingConnection;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisListCommands.Direction;

/** Waits for jobs to arrive in a queue. */
final class ConveyorWaiter implements AutoCloseable {

	private static final double MIN_WAIT_SECONDS = 0.01;

	private final WaitingConnection connection;

	private final KeyWatch watch;

	private final byte[] queue;

	private final Duration longest;

	ConveyorWaiter(RedisConnectionFactory connections, QueueDefinition definition, ConveyorKeys keys) {
		this.queue = keys.queue(definition.name());
		this.connection = new WaitingConnection(connections, this.queue, definition.workerName());
		this.watch = new KeyWatch(connections, List.of(this.queue, keys.queuesPaused()));
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

	/** See {@link io.redisjobs.protocol.JobQueue#watch}. */
	Duration watch(Runnable changed) {
		Duration watched = this.watch.begin(changed);
		if (!watched.isZero()) {
			this.connection.disconnect();
		}
		Duration silence = longestSilence();
		return (watched.compareTo(silence) < 0) ? watched : silence;
	}

	// of many queues, not all are to be looked at in the same moment
	private Duration longestSilence() {
		return this.longest.minusMillis(ThreadLocalRandom.current().nextLong(Math.max(1, this.longest.toMillis() / 3)));
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

}
