package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(TestRedis.class)
class BullmqWatchTests extends BullmqQueueFixture {

	@Test
	void aDelayedJobIsToldThoughAMarkerOfTheSameTimeWasLeftOver() {
		AtomicInteger told = new AtomicInteger();
		long due = System.currentTimeMillis() + 60_000;
		// of a job that was removed again
		this.jedis.zadd("bull:q:marker", due, "1");
		assertThat(this.queue.watch(told::incrementAndGet)).isPositive();
		assertThat(this.queue.reserve(1, Duration.ZERO).lookAgain()).isZero();
		// as Node does it
		this.jedis.zadd("bull:q:delayed", due * 4096.0, "1");
		this.jedis.zadd("bull:q:marker", due, "1");
		await().until(() -> told.get() == 1);
		assertThat(this.queue.reserve(1, Duration.ZERO).lookAgain()).isPositive();
	}

	@Test
	void aQueueThatCannotBeWatchedWaitsOnOneConnection() {
		try (RedisProcess redis = RedisProcess.start(); Jedis admin = redis.connect()) {
			admin.aclSetUser("worker", "on", ">secret", "~*", "+@all", "resetchannels");
			RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", redis.port());
			server.setUsername("worker");
			server.setPassword("secret");
			JedisConnectionFactory connections = new JedisConnectionFactory(server);
			connections.afterPropertiesSet();
			connections.start();
			BullmqKeys keys = BullmqKeys.of("bull", "q", Map.of(), false);
			try (BullmqWaiter waiter = BullmqWaiter.of(connections, keys, "worker", Clock.systemUTC())) {
				String first = waitOnce(waiter, admin);
				assertThat(waitOnce(waiter, admin)).isEqualTo(first);
			}
			connections.destroy();
		}
	}

	private static String waitOnce(BullmqWaiter waiter, Jedis admin) {
		assertThat(waiter.watch(() -> {
		})).isZero();
		waiter.await(System.currentTimeMillis() + 20, 0);
		return admin.clientList()
			.lines()
			.filter((client) -> client.contains(" cmd=bzpopmin "))
			.map((client) -> client.split(" ")[0])
			.findFirst()
			.orElseThrow();
	}

}
