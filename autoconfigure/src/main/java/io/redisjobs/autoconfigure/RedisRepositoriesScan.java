package io.redisjobs.autoconfigure;

import java.util.Collection;

import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.data.keyvalue.repository.KeyValueRepository;
import org.springframework.data.redis.core.RedisHash;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.RepositoryDefinition;
import org.springframework.data.repository.core.support.AbstractRepositoryMetadata;
import org.springframework.util.ClassUtils;

/**
 * Looks in an application's packages for what Spring Data would take for repositories on
 * Redis, or for something to keep in them.
 */
final class RedisRepositoriesScan extends ClassPathScanningCandidateComponentProvider {

	private final ResourceLoader resources;

	RedisRepositoriesScan(ResourceLoader resources, Environment environment) {
		super(false, environment);
		this.resources = resources;
		setResourceLoader(resources);
		addIncludeFilter(new AnnotationTypeFilter(RedisHash.class));
		addIncludeFilter(new AssignableTypeFilter(Repository.class));
		addIncludeFilter(new AnnotationTypeFilter(RepositoryDefinition.class));
		addExcludeFilter(new AnnotationTypeFilter(NoRepositoryBean.class));
	}

	boolean findsAny(Collection<String> packages) {
		return packages.stream().flatMap((name) -> findCandidateComponents(name).stream()).anyMatch(this::isOnRedis);
	}

	@Override
	protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
		return definition.getMetadata().isIndependent();
	}

	private boolean isOnRedis(BeanDefinition candidate) {
		try {
			return isOnRedis(
					ClassUtils.forName(String.valueOf(candidate.getBeanClassName()), this.resources.getClassLoader()));
		}
		catch (ClassNotFoundException | LinkageError | RuntimeException ex) {
			// Spring Data knows better
			return true;
		}
	}

	private static boolean isOnRedis(Class<?> type) {
		if (KeyValueRepository.class.isAssignableFrom(type) || isKept(type)) {
			return true;
		}
		return type.isInterface() && isKept(AbstractRepositoryMetadata.getMetadata(type).getDomainType());
	}

	private static boolean isKept(Class<?> type) {
		return AnnotatedElementUtils.hasAnnotation(type, RedisHash.class);
	}

}
