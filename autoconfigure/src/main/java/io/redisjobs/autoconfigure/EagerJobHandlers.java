package io.redisjobs.autoconfigure;

import io.redisjobs.JobHandler;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Keeps beans with handlers from being created only when somebody asks for them, which
 * nobody would.
 */
final class EagerJobHandlers implements LazyInitializationExcludeFilter {

	private static final ReflectionUtils.MethodFilter HANDLERS = (method) -> AnnotatedElementUtils.hasAnnotation(method,
			JobHandler.class);

	@Override
	public boolean isExcluded(String beanName, BeanDefinition definition, Class<?> type) {
		return AnnotationUtils.isCandidateClass(type, JobHandler.class)
				&& !MethodIntrospector.selectMethods(type, HANDLERS).isEmpty();
	}

}
