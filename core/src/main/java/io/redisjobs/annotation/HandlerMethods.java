package io.redisjobs.annotation;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** Finds the {@link JobHandler} methods of classes. */
final class HandlerMethods {

	private final Set<Class<?>> without = ConcurrentHashMap.newKeySet();

	/**
	 * The handlers of a class, itself no proxy, by method.
	 * @throws InvalidJobsConfigurationException if one of them has more than one
	 * annotation
	 */
	Map<Method, JobHandler> of(Class<?> type) {
		if (this.without.contains(type) || !AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
			return Map.of();
		}
		Map<Method, JobHandler> methods = MethodIntrospector.selectMethods(type,
				(MethodIntrospector.MetadataLookup<JobHandler>) HandlerMethods::annotation);
		addInherited(type, methods);
		if (methods.isEmpty()) {
			this.without.add(type);
		}
		return methods;
	}

	// the class that has the method need not know the interface
	private static void addInherited(Class<?> type, Map<Method, JobHandler> methods) {
		for (Class<?> parent : ClassUtils.getAllInterfacesForClassAsSet(type)) {
			for (Method method : parent.getDeclaredMethods()) {
				JobHandler annotation = annotation(method);
				if (annotation != null) {
					methods.putIfAbsent(BridgeMethodResolver.getMostSpecificMethod(method, type), annotation);
				}
			}
		}
	}

	private static @Nullable JobHandler annotation(Method method) {
		MergedAnnotation<JobHandler> nearest = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(JobHandler.class);
		if (!nearest.isPresent()) {
			return null;
		}
		Set<String> together = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.stream(JobHandler.class)
			.filter((annotation) -> annotation.getAggregateIndex() == nearest.getAggregateIndex())
			.map((annotation) -> "@" + annotation.getRoot().getType().getSimpleName())
			.collect(Collectors.toCollection(TreeSet::new));
		if (together.size() > 1) {
			throw new InvalidJobsConfigurationException(
					"Handler method " + method.toGenericString() + " is made a handler by more than one annotation: "
							+ String.join(", ", together),
					"Keep one of them, and let the jobs of the other queue have a method of their own.");
		}
		return nearest.synthesize();
	}

}
