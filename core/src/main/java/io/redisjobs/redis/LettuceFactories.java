package io.redisjobs.redis;

import java.lang.reflect.Field;
import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.TimeoutOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ReflectionUtils;

/** Factories of Lettuce connections that stay open, with an application's settings. */
final class LettuceFactories {

	private static final Duration LONGEST_SHUTDOWN = Duration.ofMillis(500);

	private LettuceFactories() {
	}

	/**
	 * Creates a factory without starting it.
	 * @param shared the application's
	 * @param node where to connect to on a cluster
	 * @param timeout the longest that a blocking command takes
	 */
	static LettuceConnectionFactory create(LettuceConnectionFactory shared, @Nullable RedisNode node,
			Duration timeout) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(server(shared, node),
				client(shared.getClientConfiguration(), timeout));
		factory.setShareNativeConnection(false);
		return factory;
	}

	private static RedisConfiguration server(LettuceConnectionFactory shared, @Nullable RedisNode node) {
		RedisClusterConfiguration cluster = shared.getClusterConfiguration();
		if (cluster != null && node != null) {
			return DedicatedFactory.standalone(node, cluster);
		}
		// the factory tells all kinds but static nodes, for which it has no method
		Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, "configuration",
				RedisConfiguration.class);
		if (field != null) {
			ReflectionUtils.makeAccessible(field);
			if (ReflectionUtils.getField(field, shared) instanceof RedisConfiguration configuration) {
				return configuration;
			}
		}
		return shared.getStandaloneConfiguration();
	}

	// without the application's pool, which waits would use up
	private static LettuceClientConfiguration client(LettuceClientConfiguration shared, Duration timeout) {
		LettuceClientConfiguration.LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
			.commandTimeout(timeout)
			.shutdownTimeout(shortest(shared.getShutdownTimeout()))
			.shutdownQuietPeriod(shortest(shared.getShutdownQuietPeriod()))
			.clientOptions(options(shared.getClientOptions().orElseGet(ClientOptions::create), timeout));
		shared.getClientResources().ifPresent(builder::clientResources);
		shared.getClientName().ifPresent(builder::clientName);
		shared.getRedisCredentialsProviderFactory().ifPresent(builder::redisCredentialsProviderFactory);
		// jobs are taken where they are written
		shared.getReadFrom().ifPresent((any) -> builder.readFrom(ReadFrom.UPSTREAM));
		if (shared.isUseSsl()) {
			LettuceClientConfiguration.LettuceSslClientConfigurationBuilder ssl = builder.useSsl()
				.verifyPeer(shared.getVerifyMode());
			if (shared.isStartTls()) {
				ssl.startTls();
			}
		}
		return builder.build();
	}

	private static Duration shortest(Duration shutdown) {
		return (shutdown.compareTo(LONGEST_SHUTDOWN) < 0) ? shutdown : LONGEST_SHUTDOWN;
	}

	// A wait that was cut off fails and is begun again on a new connection: sent again by
	// the driver it would take a job that nobody reads, on a connection whose id nobody
	// knows.
	private static ClientOptions options(ClientOptions shared, Duration timeout) {
		return shared.mutate().autoReconnect(false).timeoutOptions(TimeoutOptions.enabled(timeout)).build();
	}

}
