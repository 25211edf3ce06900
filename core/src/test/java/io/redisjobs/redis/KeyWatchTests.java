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

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lettuce.core.ReadFrom;
import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.params.ClientKillParams;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(TestRedis.class)
class KeyWatchTests {

	private final String key = "watched-" + UUID.randomUUID();

	private final AtomicInteger told = new AtomicInteger();

	private final Logger logger = (Logger) LoggerFactory.getLogger(KeyTracker.class);

	private final ListAppender<ILoggingEvent> said = new ListAppender<>();

	private KeyWatch watch = new KeyWatch(TestConnections.jedis(), List.of(Bytes.of(this.key)));

	static Stream<RedisConnectionFactory> drivers() {
		return Stream.of(TestConnections.jedis(), TestConnections.lettuce());
	}

	@BeforeEach
	void listen() {
		this.said.start();
		this.logger.addAppender(this.said);
	}

	@AfterEach
	void close() {
		this.logger.detachAppender(this.said);
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
	void jedisIsToldWhicheverProtocolTheApplicationSpeaks() {
		JedisConnectionFactory connections = new JedisConnectionFactory(
				new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()),
				JedisClientConfiguration.builder()
					.customizeClientConfig((config) -> config.protocol(RedisProtocol.RESP3))
					.build());
		connections.afterPropertiesSet();
		connections.start();
		watch(connections, this.key);
		AtomicInteger otherTold = new AtomicInteger();
		try (KeyWatch other = new KeyWatch(connections, List.of(Bytes.of(this.key + "-other")))) {
			assertThat(begin()).isTrue();
			assertThat(other.begin(otherTold::incrementAndGet)).isPositive();
			change(this.key);
			await().until(() -> this.told.get() == 1);
			assertThat(otherTold).as("the connection was lost").hasValue(0);
			change(this.key + "-other");
			await().until(() -> otherTold.get() == 1);
		}
		this.watch.close();
		connections.destroy();
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
			assertThat(this.said.list).hasSize(1)
				.first()
				.extracting(ILoggingEvent::getFormattedMessage)
				.asString()
				.contains("a thread of its own: NOPERM ", "Let the user of the connection run CLIENT TRACKING");
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

	@Test
	void manyQueuesAreWatchedOnAServerThatIsFarAway() throws InterruptedException {
		int many = 50;
		try (FarRedis far = new FarRedis(Duration.ofMillis(50))) {
			JedisConnectionFactory connections = jedis(far.port(), null);
			CountDownLatch begun = new CountDownLatch(many);
			List<KeyWatch> watches = watches(many, connections);
			watches.forEach((each) -> inBackground(() -> {
				if (begins(each) && begins(each)) {
					begun.countDown();
				}
			}));
			assertThat(begun.await(20, TimeUnit.SECONDS)).as(begun + " are not watched").isTrue();
			assertThat(this.told).hasValue(0);
			watches.forEach(KeyWatch::close);
			connections.destroy();
		}
	}

	@Test
	void aServerThatHangsTakesFewThreadsHoweverManyAsk() throws InterruptedException {
		int many = 30;
		try (RedisProcess redis = RedisProcess.start()) {
			JedisConnectionFactory connections = jedis(redis.port(), null);
			redis.stall(Duration.ofSeconds(10));
			CountDownLatch ended = new CountDownLatch(many);
			List<KeyWatch> watches = watches(many, connections);
			long before = questions();
			watches.forEach((each) -> inBackground(() -> {
				begins(each);
				ended.countDown();
			}));
			await().until(() -> questions() > before);
			assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
			assertThat(questions() - before).isLessThan(5);
			watches.forEach(KeyWatch::close);
			connections.destroy();
		}
	}

	@Test
	void aKeyThatMayNotBeReadDoesNotKeepOthersFromBeingWatched() {
		try (RedisProcess redis = RedisProcess.start(); Jedis jedis = redis.connect()) {
			jedis.aclSetUser("worker", "on", ">secret", "~" + this.key, "+@all", "allchannels");
			JedisConnectionFactory connections = jedis(redis.port(), "worker");
			watch(connections, this.key);
			assertThat(begin()).isTrue();
			try (KeyWatch other = new KeyWatch(connections, List.of(Bytes.of("forbidden")))) {
				assertThat(begins(other)).isFalse();
			}
			assertThat(this.told).hasValue(0);
			jedis.rpush(this.key, "job");
			await().until(() -> this.told.get() == 1);
			this.watch.close();
			connections.destroy();
		}
	}

	@Test
	void aDriverThatChoosesAmongReplicasIsNotTrusted() {
		LettuceConnectionFactory connections = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()),
				LettuceClientConfiguration.builder()
					.readFrom(ReadFrom.REPLICA_PREFERRED)
					.shutdownTimeout(Duration.ZERO)
					.build());
		connections.afterPropertiesSet();
		connections.start();
		watch(connections, this.key);
		assertThat(begin()).isFalse();
		assertThat(this.said.list).extracting(ILoggingEvent::getFormattedMessage)
			.contains(
					"Redis does not tell of changes to keys, so that each queue waits on a connection and a thread of "
							+ "its own: Lettuce hands nothing on where it chooses among a master and its replicas (read-from, "
							+ "static nodes).");
		this.watch.close();
		connections.destroy();
	}

	private static JedisConnectionFactory jedis(int port, @Nullable String user) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", port);
		if (user != null) {
			server.setUsername(user);
			server.setPassword("secret");
		}
		JedisConnectionFactory connections = new JedisConnectionFactory(server);
		connections.afterPropertiesSet();
		connections.start();
		return connections;
	}

	private List<KeyWatch> watches(int many, RedisConnectionFactory connections) {
		return Stream.iterate(0, (i) -> i + 1)
			.limit(many)
			.map((i) -> new KeyWatch(connections, List.of(Bytes.of(this.key + i))))
			.toList();
	}

	private boolean begins(KeyWatch watch) {
		return !watch.begin(this.told::incrementAndGet).isZero();
	}

	private static void inBackground(Runnable work) {
		Thread thread = new Thread(work, "watching");
		thread.setDaemon(true);
		thread.start();
	}

	private static long questions() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("redis-jobs-question"))
			.count();
	}

}
