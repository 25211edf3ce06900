package io.redisjobs.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.zset.Tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@ExtendWith(TestRedis.class)
class WaitingConnectionTests {

	private static final byte[] KEY = Bytes.of("marker");

	static Stream<RedisConnectionFactory> connections() {
		return Stream.of(TestConnections.jedis(), TestConnections.lettuce());
	}

	private static @Nullable Tuple pop(WaitingConnection connection) {
		return connection.await((redis) -> redis.zSetCommands().bZPopMin(KEY, 5, TimeUnit.SECONDS));
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aWaitEndsWhenThereIsSomething(RedisConnectionFactory connections) throws Exception {
		try (WaitingConnection waiting = new WaitingConnection(connections, KEY, "waits");
				Jedis jedis = TestRedis.connect()) {
			CompletableFuture<@Nullable Tuple> popped = CompletableFuture.supplyAsync(() -> pop(waiting));
			await().until(() -> jedis.clientList().contains("name=waits"));
			jedis.zadd("marker", 3, "x");
			Tuple tuple = popped.get(30, TimeUnit.SECONDS);
			assertThat(tuple).isNotNull();
			assertThat(tuple.getScore()).isEqualTo(3);
		}
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aWaitCanBeEndedFromElsewhere(RedisConnectionFactory connections) throws Exception {
		try (WaitingConnection waiting = new WaitingConnection(connections, KEY, null)) {
			for (int i = 0; i < 20; i++) {
				long before = System.nanoTime();
				CompletableFuture<@Nullable Tuple> popped = CompletableFuture.supplyAsync(() -> pop(waiting));
				waiting.wakeUp();
				assertThat(popped.get(30, TimeUnit.SECONDS)).isNull();
				assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
			}
		}
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aBrokenConnectionIsOpenedAgain(RedisConnectionFactory connections) {
		try (WaitingConnection waiting = new WaitingConnection(connections, KEY, "breaks");
				Jedis jedis = TestRedis.connect()) {
			CompletableFuture<@Nullable Tuple> popped = CompletableFuture.supplyAsync(() -> pop(waiting));
			await().until(() -> jedis.clientList().lines().anyMatch(WaitingConnectionTests::blocked));
			jedis.clientList()
				.lines()
				.filter(WaitingConnectionTests::blocked)
				.forEach((client) -> jedis.clientKill(client.replaceAll(".* addr=(\\S+) .*", "$1")));
			jedis.zadd("marker", 1, "y");
			await().ignoreExceptions().until(() -> popped.isCompletedExceptionally() || popped.get() != null);
			if (popped.isCompletedExceptionally()) {
				assertThatExceptionOfType(Exception.class).isThrownBy(popped::get);
				assertThat(pop(waiting)).isNotNull();
			}
		}
	}

	private static boolean blocked(String client) {
		return client.contains("name=breaks") && client.contains("cmd=bzpopmin");
	}

}
