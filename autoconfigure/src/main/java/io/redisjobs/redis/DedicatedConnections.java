package io.redisjobs.redis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Opens connections outside the application's pool, with the application's settings. On a
 * cluster they lead to the node that serves one key.
 */
final class DedicatedConnections {

	/** Longer than any wait: a server that says nothing for this long is gone. */
	private static final Duration READ_TIMEOUT = Duration.ofSeconds(15);

	private final RedisConnectionFactory shared;

	private final byte[] key;

	private @Nullable RedisConnectionFactory own;

	DedicatedConnections(RedisConnectionFactory shared, byte[] key) {
		this.shared = shared;
		this.key = key;
	}

	synchronized RedisConnection open() {
		if (this.own == null) {
			this.own = create();
		}
		return this.own.getConnection();
	}

	/** Forgets the node, which may have changed. */
	synchronized void reset() {
		if (this.own instanceof JedisConnectionFactory jedis) {
			jedis.destroy();
		}
		else if (ClientCommands.LETTUCE_PRESENT && this.own instanceof LettuceConnectionFactory lettuce) {
			lettuce.destroy();
		}
		this.own = null;
	}

	private RedisConnectionFactory create() {
		if (this.shared instanceof JedisConnectionFactory jedis) {
			return jedis(jedis);
		}
		if (ClientCommands.LETTUCE_PRESENT && this.shared instanceof LettuceConnectionFactory lettuce) {
			return lettuce(lettuce);
		}
		return this.shared;
	}

	private RedisConnectionFactory jedis(JedisConnectionFactory shared) {
		JedisClientConfiguration client = client(shared.getClientConfiguration(),
				shared.getSentinelConfiguration() != null);
		JedisConnectionFactory factory;
		if (shared.getClusterConfiguration() != null) {
			factory = new JedisConnectionFactory(node(shared.getClusterConfiguration()), client);
		}
		else if (shared.getSentinelConfiguration() != null) {
			factory = new JedisConnectionFactory(shared.getSentinelConfiguration(), client);
		}
		else {
			RedisStandaloneConfiguration standalone = shared.getStandaloneConfiguration();
			factory = new JedisConnectionFactory((standalone != null) ? standalone : new RedisStandaloneConfiguration(),
					client);
		}
		// the unified client borrows a connection per command; a wait needs one that
		// stays
		factory.setUseUnifiedJedis(false);
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	private static JedisClientConfiguration client(JedisClientConfiguration shared, boolean pooled) {
		JedisClientConfiguration.JedisClientConfigurationBuilder builder = JedisClientConfiguration.builder()
			.connectTimeout(shared.getConnectTimeout())
			.readTimeout(READ_TIMEOUT)
			.customizeClientConfig((config) -> {
				shared.getClientConfigCustomizer().ifPresent((customizer) -> customizer.customize(config));
				config.blockingSocketTimeoutMillis((int) READ_TIMEOUT.toMillis());
			});
		if (pooled) {
			builder.usePooling();
		}
		if (shared.isUseSsl()) {
			JedisClientConfiguration.JedisSslClientConfigurationBuilder ssl = builder.useSsl();
			shared.getSslSocketFactory().ifPresent(ssl::sslSocketFactory);
			shared.getSslParameters().ifPresent(ssl::sslParameters);
			shared.getHostnameVerifier().ifPresent(ssl::hostnameVerifier);
		}
		return builder.build();
	}

	private RedisConnectionFactory lettuce(LettuceConnectionFactory shared) {
		LettuceConnectionFactory factory;
		if (shared.getClusterConfiguration() != null) {
			factory = new LettuceConnectionFactory(node(shared.getClusterConfiguration()),
					shared.getClientConfiguration());
		}
		else if (shared.getSentinelConfiguration() != null) {
			factory = new LettuceConnectionFactory(shared.getSentinelConfiguration(), shared.getClientConfiguration());
		}
		else {
			factory = new LettuceConnectionFactory(shared.getStandaloneConfiguration(),
					shared.getClientConfiguration());
		}
		factory.setShareNativeConnection(false);
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	private RedisStandaloneConfiguration node(RedisClusterConfiguration cluster) {
		try (RedisClusterConnection connection = this.shared.getClusterConnection()) {
			RedisClusterNode node = connection.clusterGetNodeForKey(this.key);
			if (node == null || node.getHost() == null || node.getPort() == null) {
				throw new IllegalStateException("The cluster has no node for key " + Bytes.text(this.key));
			}
			RedisStandaloneConfiguration standalone = new RedisStandaloneConfiguration(node.getHost(), node.getPort());
			standalone.setUsername(cluster.getUsername());
			standalone.setPassword(cluster.getPassword());
			return standalone;
		}
	}

}
