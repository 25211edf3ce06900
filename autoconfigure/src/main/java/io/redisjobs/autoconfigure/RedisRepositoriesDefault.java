package io.redisjobs.autoconfigure;

import java.util.Map;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Makes {@code spring.data.redis.repositories.enabled} false unless the application sets
 * it or has something to keep in repositories on Redis. Registers no bean: it is a
 * registrar because it has to know the application's packages, and come before Boot reads
 * the property.
 */
final class RedisRepositoriesDefault implements ImportBeanDefinitionRegistrar {

	static final String PROPERTY = "spring.data.redis.repositories.enabled";

	private static final String SOURCE = "redisJobsRedisRepositories";

	private final Environment environment;

	private final BeanFactory beans;

	private final ResourceLoader resources;

	RedisRepositoriesDefault(Environment environment, BeanFactory beans, ResourceLoader resources) {
		this.environment = environment;
		this.beans = beans;
		this.resources = resources;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		if (!(this.environment instanceof ConfigurableEnvironment configurable)) {
			return;
		}
		// what holds for a parent context says nothing about this one
		configurable.getPropertySources().remove(SOURCE);
		if (!configurable.containsProperty(PROPERTY) && AutoConfigurationPackages.has(this.beans)
				&& !new RedisRepositoriesScan(this.resources, this.environment)
					.findsAny(AutoConfigurationPackages.get(this.beans))) {
			configurable.getPropertySources().addLast(new MapPropertySource(SOURCE, Map.of(PROPERTY, "false")));
		}
	}

}
