package io.redisjobs.testing;

import java.util.List;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.autoconfigure.EmbeddedRedisAutoConfiguration;
import io.redisjobs.autoconfigure.RedisJobs;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Refuses a test that wants the embedded Redis where the application makes its
 * connections itself, because they lead elsewhere: queues that others use would be
 * emptied.
 */
@AutoConfiguration(after = EmbeddedRedisAutoConfiguration.class, before = DataRedisAutoConfiguration.class)
@ConditionalOnBooleanProperty("redis-jobs.embedded.always")
@ConditionalOnBooleanProperty(name = "redis-jobs.embedded.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(DataRedisConnectionDetails.class)
public final class OwnConnectionsAutoConfiguration {

	@Bean
	static BeanFactoryPostProcessor redisJobsOwnConnectionsRefusal() {
		return (beans) -> {
			throw new InvalidJobsConfigurationException(
					"This test is to run on the embedded Redis, but the application makes its connections to Redis itself, "
							+ "by the beans " + own(beans) + ". Its queues would be emptied on the Redis they lead to",
					"Let Spring Boot make the connections where tests run; or, if that Redis may be emptied, "
							+ "say so with @AutoConfigureRedisJobs(embedded = false).");
		};
	}

	private static List<String> own(ConfigurableListableBeanFactory beans) {
		List<String> all = List.of(beans.getBeanNamesForType(RedisConnectionFactory.class, true, false));
		List<String> marked = all.stream()
			.filter((name) -> beans.findAnnotationOnBean(name, RedisJobs.class, false) != null)
			.toList();
		return marked.isEmpty() ? all : marked;
	}

}
