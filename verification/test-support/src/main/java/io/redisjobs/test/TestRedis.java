package io.redisjobs.test;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;
import redis.clients.jedis.Jedis;

/**
 * The Redis that tests share: the server of the environment variable
 * {@code REDIS_JOBS_TEST_URL}, a container of the image {@code REDIS_JOBS_TEST_IMAGE}
 * where Docker is, or one started from the embedded binary. As a JUnit extension it
 * empties the server before each test and hands itself to parameters.
 */
public final class TestRedis implements BeforeEachCallback, ParameterResolver {

	private static final URI SERVER = server();

	static {
		// a loaded machine is slow, not wrong
		Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
	}

	private static URI server() {
		String given = System.getenv("REDIS_JOBS_TEST_URL");
		String image = System.getenv("REDIS_JOBS_TEST_IMAGE");
		if (given != null) {
			return URI.create(given);
		}
		return URI.create((image != null) ? container(image) : "redis://127.0.0.1:" + RedisProcess.start().port());
	}

	@SuppressWarnings("resource")
	private static String container(String image) {
		// Testcontainers removes it when the JVM ends
		GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image)).withExposedPorts(6379);
		container.start();
		return "redis://" + container.getHost() + ":" + container.getMappedPort(6379);
	}

	public static String host() {
		return SERVER.getHost();
	}

	public static int port() {
		return SERVER.getPort();
	}

	/** A new connection. */
	public static Jedis connect() {
		return new Jedis(SERVER.getHost(), SERVER.getPort());
	}

	/** All keys but those that redis-jobs keeps for itself. */
	public static Set<String> keys(Jedis jedis) {
		return jedis.keys("*")
			.stream()
			.filter((key) -> !key.startsWith("redis-jobs:"))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		try (Jedis jedis = connect()) {
			jedis.flushAll();
		}
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == Jedis.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		Jedis jedis = connect();
		ExtensionContext.Store store = context.getStore(ExtensionContext.Namespace.create(TestRedis.class));
		store.put(jedis, (AutoCloseable) jedis::close);
		return jedis;
	}

}
