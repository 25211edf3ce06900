package io.redisjobs.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ClientKillParams;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(TestRedis.class)
class KeyWatchTests {

	private final String key = "watched-" + UUID.randomUUID();

	private final AtomicInteger told = new AtomicInteger();

	private KeyWatch watch = new KeyWatch(TestConnections.jedis(), List.of(Bytes.of(this.key)));

	static Stream<RedisConnectionFactory> drivers() {
		return Stream.of(TestConnections.jedis(), TestConnections.lettuce());
	}

	@AfterEach
	void close() {
		this.watch.close();
	}

	private KeyWatch watch(RedisConnectionFactory connections, String... keys) {
		this.watch = new KeyWatch(connections, Stream.of(keys).map(Bytes::of).toList());
		return this.watch;
	}

	private boolean begin() {
		return !this.watch.begin(this.told::incrementAndGet).isZero();
	}

	private void change(String key) {
		try (Jedis jedis = TestRedis.connect()) {
			jedis.rpush(key, "job");
		}
	}

	private long connections() {
		try (Jedis jedis = TestRedis.connect()) {
			return jedis.clientList().lines().filter((client) -> client.contains(" name=redis-jobs-watch ")).count();
		}
	}

	private void kill(String pattern) {
		Pattern found = Pattern.compile("^id=(\\d+) .*" + pattern);
		try (Jedis jedis = TestRedis.connect()) {
			List<String> ids = jedis.clientList()
				.lines()
				.map(found::matcher)
				.filter(Matcher::find)
				.map((match) -> match.group(1))
				.toList();
			assertThat(ids).isNotEmpty();
			ids.forEach((id) -> jedis.clientKill(ClientKillParams.clientKillParams().id(id)));
		}
	}

	@ParameterizedTest
	@MethodSource("drivers")
	void tellsOnceOfAChangeToAnyOfItsKeys(RedisConnectionFactory connections) {
		watch(connections, this.key, this.key + "-other");
		assertThat(begin()).isTrue();
		change(this.key + "-other");
		await().until(() -> this.told.get() == 1);
		change(this.key);
		change(this.key + "-other");
		assertThat(begin()).isTrue();
		change(this.key);
		await().until(() -> this.told.get() == 2);
	}

	@ParameterizedTest
	@MethodSource("drivers")
	void aServerThatIsEmptiedHasChangedEverything(RedisConnectionFactory connections) {
		change(this.key);
		watch(connections, this.key);
		assertThat(begin()).isTrue();
		try (Jedis jedis = TestRedis.connect()) {
			jedis.flushAll();
		}
		await().until(() -> this.told.get() == 1);
	}

	@ParameterizedTest
	@MethodSource("drivers")
	void manyWatchesShareTheirConnections(RedisConnectionFactory connections) throws InterruptedException {
		List<KeyWatch> watches = Stream.iterate(0, (i) -> i + 1)
			.limit(50)
			.map((i) -> new KeyWatch(connections, List.of(Bytes.of(this.key + i))))
			.toList();
		CountDownLatch all = new CountDownLatch(50);
		watches.forEach((each) -> assertThat(each.begin(all::countDown)).isPositive());
		assertThat(connections()).isEqualTo(1);
		for (int i = 0; i < 50; i++) {
			change(this.key + i);
		}
		assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
		watches.forEach(KeyWatch::close);
		await().until(() -> connections() == 0);
	}

	@ParameterizedTest
	@MethodSource("drivers")
	void aConnectionThatIsKilledTellsEverybodyAndIsOpenedAgain(RedisConnectionFactory connections) {
		watch(connections, this.key);
		assertThat(begin()).isTrue();
		kill(" flags=[a-zA-Z]*t");
		// the connection that asks is looked at from time to time
		await().atMost(Duration.ofSeconds(20)).until(() -> this.told.get() == 1);
		await().until(this::begin);
		change(this.key);
		await().until(() -> this.told.get() == 2);
	}

	@Test
	void aSubscriptionThatIsKilledTellsEverybody() {
		assertThat(begin()).isTrue();
		kill(" flags=[a-zA-Z]*P");
		await().until(() -> this.told.get() == 1);
	}

	@Test
	void aClosedWatchIsNotTold() {
		KeyWatch other = new KeyWatch(TestConnections.jedis(), List.of(Bytes.of(this.key)));
		AtomicInteger otherTold = new AtomicInteger();
		assertThat(begin()).isTrue();
		assertThat(other.begin(otherTold::incrementAndGet)).isPositive();
		this.watch.close();
		change(this.key);
		await().until(() -> otherTold.get() == 1);
		assertThat(this.told).hasValue(0);
		other.close();
	}

	@Test
	void aUserWhoMayNotSubscribeIsNotWatched() {
		try (RedisProcess redis = RedisProcess.start(); Jedis jedis = redis.connect()) {
			jedis.aclSetUser("worker", "on", ">secret", "~*", "+@all", "resetchannels");
			RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", redis.port());
			server.setUsername("worker");
			server.setPassword("secret");
			JedisConnectionFactory connections = new JedisConnectionFactory(server);
			connections.afterPropertiesSet();
			connections.start();
			watch(connections, this.key);
			assertThat(begin()).isFalse();
			jedis.aclSetUser("worker", "allchannels");
			assertThat(begin()).as("it is not asked again at once").isFalse();
			this.watch.close();
			connections.destroy();
		}
	}

	@Test
	void aServerThatHangsOrIsAwayIsNotWatched() {
		try (RedisProcess redis = RedisProcess.start()) {
			JedisConnectionFactory connections = new JedisConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", redis.port()));
			connections.afterPropertiesSet();
			connections.start();
			watch(connections, this.key);
			assertThat(begin()).isTrue();
			redis.stall(Duration.ofSeconds(3));
			assertThat(begin()).isFalse();
			await().atMost(Duration.ofSeconds(20)).until(this::begin);
			int before = this.told.get();
			redis.kill();
			await().until(() -> this.told.get() > before);
			assertThat(begin()).isFalse();
			redis.restart();
			await().atMost(Duration.ofSeconds(20)).until(this::begin);
			this.watch.close();
			connections.destroy();
		}
	}

}
