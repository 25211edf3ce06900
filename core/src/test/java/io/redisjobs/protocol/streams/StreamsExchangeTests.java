package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Completing and taking while connections fail. */
@ExtendWith(TestRedis.class)
class StreamsExchangeTests {

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whatIsCompletedCountsEvenIfNothingCanBeTakenAfterwards(boolean fatal, Jedis redis) {
		FragileConnections connections = new FragileConnections(fatal);
		try (StreamsQueues queues = new StreamsQueues(connections)) {
			JobQueue queue = queues.open("tts");
			StreamsQueues.publish(queue, "1");
			StreamsQueues.publish(queue, "2");
			Completion completion = new Completion(StreamsQueues.take(queue), new byte[0]);
			connections.left.set(1);
			Exchange exchange = queue.exchange(List.of(completion), 1);
			connections.left.set(Integer.MAX_VALUE);
			assertThat(exchange.settlements()).containsExactly(Settlement.completed());
			assertThat(exchange.reservation().jobs()).isEmpty();
			assertThat(StreamsQueues.takeAll(queue, 5)).hasSize(1);
			assertThat(redis.xpending("jobs:tts", "worker-group").getTotal()).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whatTheScriptHasTakenIsHandedOutEvenIfNothingNewCanBeRead(boolean fatal) {
		FragileConnections connections = new FragileConnections(fatal);
		try (StreamsQueues queues = new StreamsQueues(connections)) {
			JobQueue queue = queues.open("tts");
			String id = StreamsQueues.publish(queue, "1");
			StreamsQueues.fail(queue, StreamsQueues.take(queue), FailureAction.release());
			connections.left.set(1);
			assertThat(queue.reserve(2, Duration.ZERO).jobs()).singleElement()
				.satisfies((job) -> assertThat(job.id()).isEqualTo(id));
			assertThat(connections.left.getAndSet(Integer.MAX_VALUE)).isNegative();
		}
	}

	/** Hands out a number of connections and then no more. */
	private static final class FragileConnections extends JedisConnectionFactory {

		private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

		private final boolean fatal;

		FragileConnections(boolean fatal) {
			super(new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));
			this.fatal = fatal;
		}

		@Override
		public RedisConnection getConnection() {
			if (this.left.getAndDecrement() <= 0) {
				if (this.fatal) {
					throw new NoClassDefFoundError("Connection");
				}
				throw new RedisConnectionFailureException("no connection is left");
			}
			return super.getConnection();
		}

	}

}
