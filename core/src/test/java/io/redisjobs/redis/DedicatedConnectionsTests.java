package io.redisjobs.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.TimeoutOptions;
import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisListCommands.Direction;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests where waits go, and with which of the application's settings. */
@ExtendWith(TestRedis.class)
class DedicatedConnectionsTests {

	private static final byte[] KEY = Bytes.of("line");

	private static final Duration SHORT = Duration.ofMillis(500);

	private static final Duration LONG = Duration.ofMillis(1500);

	static Stream<RedisConnectionFactory> impatient() {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port());
		return Stream.of(
				new JedisConnectionFactory(server, JedisClientConfiguration.builder().readTimeout(SHORT).build()),
				new LettuceConnectionFactory(server,
						LettuceClientConfiguration.builder().commandTimeout(SHORT).build()),
				new LettuceConnectionFactory(server,
						LettuceClientConfiguration.builder()
							.commandTimeout(SHORT)
							.clientOptions(
									ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled(SHORT)).build())
							.build()));
	}

	@ParameterizedTest
	@MethodSource("impatient")
	void aWaitMayTakeLongerThanACommandOfTheApplication(RedisConnectionFactory connections, Jedis jedis) {
		jedis.xgroupCreate("stream", "group", new StreamEntryID(), true);
		started(connections, () -> {
			try (WaitingConnection waiting = new WaitingConnection(connections, KEY, null)) {
				waitLong(waiting,
						(redis) -> redis.zSetCommands().bZPopMin(KEY, LONG.toMillis(), TimeUnit.MILLISECONDS));
				waitLong(waiting, (redis) -> redis.listCommands()
					.bLMove(KEY, KEY, Direction.LEFT, Direction.LEFT, LONG.toMillis() / 1000.0));
				waitLong(waiting, DedicatedConnectionsTests::readGroup);
			}
		});
	}

	private static void waitLong(WaitingConnection waiting, Function<RedisConnection, @Nullable Object> command) {
		long before = System.nanoTime();
		Object reply = waiting.await(command);
		assertThat(reply instanceof List<?> list && list.isEmpty() ? null : reply).isNull();
		assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofSeconds(1));
	}

	@SuppressWarnings("unchecked")
	private static @Nullable Object readGroup(RedisConnection redis) {
		return redis.streamCommands()
			.xReadGroup(Consumer.from("group", "consumer"), StreamReadOptions.empty().count(1).block(LONG),
					StreamOffset.create(Bytes.of("stream"), ReadOffset.lastConsumed()));
	}

	@Test
	void withStaticNodesAWaitIsOnTheMaster() {
		try (RedisProcess master = RedisProcess.start();
				RedisProcess replica = RedisProcess.start("--replicaof 127.0.0.1 " + master.port());
				Jedis onMaster = master.connect();
				Jedis onReplica = replica.connect()) {
			await().until(() -> onReplica.info("replication").contains("master_link_status:up"));
			RedisStaticMasterReplicaConfiguration nodes = new RedisStaticMasterReplicaConfiguration("127.0.0.1",
					replica.port());
			nodes.addNode("127.0.0.1", master.port());
			LettuceConnectionFactory connections = new LettuceConnectionFactory(nodes,
					LettuceClientConfiguration.builder().readFrom(ReadFrom.REPLICA).build());
			started(connections, () -> {
				try (WaitingConnection waiting = new WaitingConnection(connections, KEY, "waits")) {
					CompletableFuture<@Nullable Object> popped = CompletableFuture
						.supplyAsync(() -> waiting.await((redis) -> redis.keyCommands().exists(KEY) ? redis
								: redis.zSetCommands().bZPopMin(KEY, 10, TimeUnit.SECONDS)));
					await().until(() -> blocked(onMaster, "waits") || popped.isCompletedExceptionally());
					onMaster.zadd("line", 1, "job");
					assertThat(popped).succeedsWithin(Duration.ofSeconds(30)).isNotNull();
				}
			});
		}
	}

	@Test
	void aUnixSocketIsTheOneOfTheApplication() {
		LettuceConnectionFactory connections = new LettuceConnectionFactory(
				new RedisSocketConfiguration("/run/redis.sock"));
		LettuceConnectionFactory own = LettuceFactories.create(connections, null, LONG);
		assertThat(own.getSocketConfiguration()).isNotNull();
		assertThat(own.getSocketConfiguration().getSocket()).isEqualTo("/run/redis.sock");
	}

	@Test
	void waitsShareTheSentinelsListeners(@TempDir Path folder) throws IOException {
		try (RedisProcess master = RedisProcess.start()) {
			int port = RedisProcess.freePort();
			Process sentinel = sentinel(folder, port, master.port());
			JedisConnectionFactory connections = new JedisConnectionFactory(
					new RedisSentinelConfiguration().master("main").sentinel("127.0.0.1", port));
			try (Jedis jedis = master.connect()) {
				await().ignoreExceptions().until(() -> knowsMaster(port));
				started(connections, () -> {
					long before = listeners();
					List<WaitingConnection> queues = Stream.of("one", "two", "three")
						.map((name) -> new WaitingConnection(connections, KEY, name))
						.toList();
					queues.forEach((queue) -> CompletableFuture.runAsync(
							() -> queue.await((redis) -> redis.zSetCommands().bZPopMin(KEY, 10, TimeUnit.SECONDS))));
					await().until(() -> blocked(jedis, "one") && blocked(jedis, "two") && blocked(jedis, "three"));
					assertThat(listeners()).isEqualTo(before + 1);
					queues.forEach(WaitingConnection::close);
					await().until(() -> listeners() == before && !jedis.clientList().contains("name=t"));
				});
			}
			finally {
				sentinel.destroyForcibly().onExit().join();
			}
		}
	}

	private static Process sentinel(Path folder, int port, int master) throws IOException {
		Path config = Files.writeString(folder.resolve("sentinel.conf"),
				"port " + port + "\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 " + master + " 1\n");
		return new ProcessBuilder(RedisProcess.bundled().toString(), config.toString(), "--sentinel")
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("sentinel.log").toFile())
			.start();
	}

	private static boolean knowsMaster(int port) {
		try (Jedis sentinel = new Jedis("127.0.0.1", port)) {
			return sentinel.sentinelGetMasterAddrByName("main") != null;
		}
	}

	private static long listeners() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("MasterListener"))
			.count();
	}

	@ParameterizedTest
	@MethodSource("io.redisjobs.redis.WaitingConnectionTests#connections")
	void aNameThatRedisWouldRefuseIsCleaned(RedisConnectionFactory connections, Jedis jedis) {
		try (WaitingConnection waiting = new WaitingConnection(connections, KEY, "z\u00fcrich 1")) {
			String clients = waiting.await((redis) -> jedis.clientList());
			assertThat(clients).contains("name=z-rich-1 ");
		}
	}

	@ParameterizedTest
	@MethodSource("io.redisjobs.redis.WaitingConnectionTests#connections")
	void aNameThatRedisRefusesDoesNotKeepAWaitFromWorking(RedisConnectionFactory connections, Jedis jedis) {
		jedis.aclSetUser("default", "-client|setname");
		try (WaitingConnection waiting = new WaitingConnection(connections, KEY, "refused")) {
			String reply = waiting.await(RedisConnection::ping);
			assertThat(reply).isEqualTo("PONG");
		}
		finally {
			jedis.aclSetUser("default", "+client|setname");
		}
	}

	private static boolean blocked(Jedis jedis, String name) {
		return jedis.clientList()
			.lines()
			.anyMatch((client) -> client.contains("name=" + name + " ") && client.contains("cmd=bzpopmin"));
	}

	private static void started(RedisConnectionFactory connections, Runnable test) {
		if (connections instanceof JedisConnectionFactory jedis) {
			jedis.afterPropertiesSet();
			jedis.start();
			test.run();
			jedis.destroy();
		}
		else if (connections instanceof LettuceConnectionFactory lettuce) {
			lettuce.afterPropertiesSet();
			lettuce.start();
			test.run();
			lettuce.destroy();
		}
	}

}
