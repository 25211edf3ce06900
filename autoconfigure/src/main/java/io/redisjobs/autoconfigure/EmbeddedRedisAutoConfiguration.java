package io.redisjobs.autoconfigure;

import java.util.List;

import io.redisjobs.listener.JobContainerRegistry;
import redis.embedded.RedisExecProvider;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Auto-configuration of a Redis for development, from the server inside
 * {@code org.signal:embedded-redis}, where no other Redis is configured.
 */
@AutoConfiguration(before = DataRedisAutoConfiguration.class,
		afterName = "org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration")
@ConditionalOnClass(RedisExecProvider.class)
@ConditionalOnBooleanProperty(name = "redis-jobs.embedded.enabled", matchIfMissing = true)
@Conditional(EmbeddedRedisAutoConfiguration.NoRedisConfigured.class)
@EnableConfigurationProperties(EmbeddedRedisProperties.class)
public final class EmbeddedRedisAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean({ DataRedisConnectionDetails.class, RedisConnectionFactory.class })
	@Conditional(JobsConnections.NoneMarked.class)
	EmbeddedRedis redisJobsEmbeddedRedis(EmbeddedRedisProperties properties, Environment environment,
			ObjectProvider<JobContainerRegistry> containers) {
		EmbeddedRedisUse use = new EmbeddedRedisUse(properties, environment);
		use.refuseProduction();
		EmbeddedRedis redis = EmbeddedRedis.start(properties,
				() -> containers.ifAvailable(JobContainerRegistry::giveUp));
		use.announce(redis);
		return redis;
	}

	/** Matches while no property says where Redis is. */
	static final class NoRedisConfigured extends SpringBootCondition {

		private static final String PREFIX = "spring.data.redis.";

		private static final List<String> PLACES = List.of("host", "port", "url", "cluster.nodes", "sentinel.master",
				"sentinel.nodes", "masterreplica.nodes");

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConditionMessage.Builder message = ConditionMessage.forCondition("Embedded Redis");
			if (context.getEnvironment().getProperty("redis-jobs.embedded.always", Boolean.class, false)) {
				return ConditionOutcome.match(message.found("property").items("redis-jobs.embedded.always"));
			}
			Binder binder = Binder.get(context.getEnvironment());
			for (String place : PLACES) {
				if (binder.bind(PREFIX + place, Bindable.listOf(String.class)).isBound()) {
					return ConditionOutcome.noMatch(message.found("property").items(PREFIX + place));
				}
			}
			return ConditionOutcome.match(message.because("no Redis is configured"));
		}

	}

}
