package io.redisjobs.annotation;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.redisjobs.JobHandler;

import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the {@link JobHandler} methods of classes. */
final class HandlerMethods {

	private final Set<Class<?>> without = ConcurrentHashMap.newKeySet();

	/** The handlers of a class, itself no proxy, by method. */
	Map<Method, JobHandler> of(Class<?> type) {
		if (this.without.contains(type) || !AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
			return Map.of();
		}
		Map<Method, JobHandler> methods = MethodIntrospector.selectMethods(type,
				(MethodIntrospector.MetadataLookup<JobHandler>) (method) -> AnnotatedElementUtils
					.findMergedAnnotation(method, JobHandler.class));
		if (methods.isEmpty()) {
			this.without.add(type);
		}
		return methods;
	}

}
