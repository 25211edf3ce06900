package io.redisjobs.redis;

import java.time.Duration;

import io.redisjobs.test.TestRedis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connections to the test's Redis through both drivers, open for as long as the tests
 * run.
 */
final class TestConnections {

	private static final RedisStandaloneConfiguration SERVER = new RedisStandaloneConfiguration(TestRedis.host(),
			TestRedis.port());

	private static final JedisConnectionFactory JEDIS = new JedisConnectionFactory(SERVER);

	private static final LettuceConnectionFactory LETTUCE = new LettuceConnectionFactory(SERVER,
			LettuceClientConfiguration.builder().shutdownTimeout(Duration.ZERO).build());

	static {
		JEDIS.afterPropertiesSet();
		JEDIS.start();
		LETTUCE.afterPropertiesSet();
		LETTUCE.start();
	}

	private TestConnections() {
	}

	static RedisConnectionFactory jedis() {
		return JEDIS;
	}

	static RedisConnectionFactory lettuce() {
		return LETTUCE;
	}

}
