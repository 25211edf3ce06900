package io.redisjobs.redis;

import java.time.Duration;

import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/** Factories of Jedis connections that stay open, with an application's settings. */
final class JedisFactories {

	private JedisFactories() {
	}

	/**
	 * Creates a factory without starting it.
	 * @param shared the application's
	 * @param node where to connect to on a cluster
	 * @param timeout the longest that a blocking command takes
	 */
	static JedisConnectionFactory create(JedisConnectionFactory shared, @Nullable RedisNode node, Duration timeout) {
		JedisClientConfiguration.JedisClientConfigurationBuilder client = client(shared.getClientConfiguration(),
				timeout);
		JedisConnectionFactory factory = create(shared, node, client);
		// the unified client borrows a connection per command; a wait needs one that
		// stays
		factory.setUseUnifiedJedis(false);
		return factory;
	}

	private static JedisConnectionFactory create(JedisConnectionFactory shared, @Nullable RedisNode node,
			JedisClientConfiguration.JedisClientConfigurationBuilder client) {
		RedisClusterConfiguration cluster = shared.getClusterConfiguration();
		if (cluster != null && node != null) {
			return new JedisConnectionFactory(DedicatedFactory.standalone(node, cluster), client.build());
		}
		RedisSentinelConfiguration sentinel = shared.getSentinelConfiguration();
		if (sentinel != null) {
			// Jedis asks sentinels in a pool only; this one neither limits nor keeps
			GenericObjectPoolConfig<Jedis> pool = new GenericObjectPoolConfig<>();
			pool.setMaxTotal(-1);
			pool.setMaxIdle(0);
			pool.setJmxEnabled(false);
			return new JedisConnectionFactory(sentinel, client.usePooling().poolConfig(pool).build());
		}
		RedisStandaloneConfiguration standalone = shared.getStandaloneConfiguration();
		return new JedisConnectionFactory((standalone != null) ? standalone : new RedisStandaloneConfiguration(),
				client.build());
	}

	private static JedisClientConfiguration.JedisClientConfigurationBuilder client(JedisClientConfiguration shared,
			Duration timeout) {
		JedisClientConfiguration.JedisClientConfigurationBuilder builder = JedisClientConfiguration.builder()
			.connectTimeout(shared.getConnectTimeout())
			.readTimeout(timeout)
			.customizeClientConfig((config) -> {
				shared.getClientConfigCustomizer().ifPresent((customizer) -> customizer.customize(config));
				config.socketTimeoutMillis((int) timeout.toMillis());
				config.blockingSocketTimeoutMillis((int) timeout.toMillis());
				// in RESP3 Jedis does not understand what is told of changes to keys
				config.protocol(null);
			});
		shared.getClientName().ifPresent(builder::clientName);
		if (shared.isUseSsl()) {
			JedisClientConfiguration.JedisSslClientConfigurationBuilder ssl = builder.useSsl();
			shared.getSslSocketFactory().ifPresent(ssl::sslSocketFactory);
			shared.getSslParameters().ifPresent(ssl::sslParameters);
			shared.getHostnameVerifier().ifPresent(ssl::hostnameVerifier);
		}
		return builder;
	}

}
