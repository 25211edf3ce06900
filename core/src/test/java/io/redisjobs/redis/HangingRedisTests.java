package io.redisjobs.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.redisjobs.test.RedisProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests that waits can be ended while Redis does not answer. */
class HangingRedisTests {

	private static final byte[] KEY = Bytes.of("marker");

	private static RedisProcess server;

	private static JedisConnectionFactory jedis;

	private static LettuceConnectionFactory lettuce;

	@BeforeAll
	static void start() {
		server = RedisProcess.start();
		RedisStandaloneConfiguration address = new RedisStandaloneConfiguration("127.0.0.1", server.port());
		jedis = new JedisConnectionFactory(address);
		jedis.afterPropertiesSet();
		jedis.start();
		lettuce = new LettuceConnectionFactory(address);
		lettuce.afterPropertiesSet();
		lettuce.start();
	}

	@AfterAll
	static void stop() {
		jedis.destroy();
		lettuce.destroy();
		server.close();
	}

	@AfterEach
	void letRedisGoOn() throws Exception {
		signal("CONT");
	}

	private static void signal(String name) throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-" + name, String.valueOf(server.pid())).start().waitFor();
	}

	static Stream<RedisConnectionFactory> connections() {
		return Stream.of(jedis, lettuce);
	}

	private static CompletableFuture<@Nullable Object> pop(WaitingConnection waiting) {
		return CompletableFuture
			.supplyAsync(() -> waiting.await((redis) -> redis.zSetCommands().bZPopMin(KEY, 60, TimeUnit.SECONDS)));
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aWaitUnderWayIsEndedSoon(RedisConnectionFactory connections) throws Exception {
		WaitingConnection waiting = new WaitingConnection(connections, KEY, "hangs");
		CompletableFuture<@Nullable Object> popped = pop(waiting);
		try (Jedis client = server.connect()) {
			await().until(() -> client.clientList().contains("cmd=bzpopmin"));
		}
		signal("STOP");
		assertEndsSoon(waiting, popped);
	}

	@ParameterizedTest
	@MethodSource("connections")
	void aWaitWhoseConnectionIsBeingOpenedIsEndedSoon(RedisConnectionFactory connections) throws Exception {
		signal("STOP");
		WaitingConnection waiting = new WaitingConnection(connections, KEY, "hangs");
		CompletableFuture<@Nullable Object> popped = pop(waiting);
		await().until(() -> Thread.getAllStackTraces()
			.values()
			.stream()
			.flatMap(Stream::of)
			.anyMatch((frame) -> frame.getClassName().equals(DedicatedConnections.class.getName())));
		assertEndsSoon(waiting, popped);
	}

	private static void assertEndsSoon(WaitingConnection waiting, CompletableFuture<@Nullable Object> popped) {
		long before = System.nanoTime();
		waiting.wakeUp();
		waiting.disconnect();
		waiting.close();
		assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(3));
		assertThat(popped).succeedsWithin(Duration.ofSeconds(2)).isNull();
	}

}
