package io.redisjobs.autoconfigure.aot;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Set;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/** Hints for handler methods, their payloads and their results. */
class JobHandlerAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
		if (!AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
			return null;
		}
		Set<Method> methods = MethodIntrospector.selectMethods(type,
				(Method method) -> AnnotatedElementUtils.hasAnnotation(method, JobHandler.class));
		return methods.isEmpty() ? null : new Handlers(type, methods);
	}

	/** The handlers of a bean. */
	private record Handlers(Class<?> type, Set<Method> methods) implements BeanRegistrationAotContribution {

		@Override
		public void applyTo(GenerationContext generation, BeanRegistrationCode code) {
			ReflectionHints hints = generation.getRuntimeHints().reflection();
			for (Method method : this.methods) {
				hints.registerMethod(method, ExecutableMode.INVOKE);
				for (Type parameter : method.getGenericParameterTypes()) {
					value(hints, GenericTypeResolver.resolveType(parameter, this.type));
				}
				value(hints, GenericTypeResolver.resolveType(method.getGenericReturnType(), this.type));
			}
		}

		private static void value(ReflectionHints hints, Type type) {
			if (type == JobContext.class || type == void.class) {
				return;
			}
			if (type instanceof Class<?> message && isProtobuf(message)) {
				hints.registerType(message, MemberCategory.INVOKE_PUBLIC_METHODS);
				return;
			}
			new BindingReflectionHintsRegistrar().registerReflectionHints(hints, type);
		}

		// protobuf need not be there
		private static boolean isProtobuf(Class<?> type) {
			String message = "com.google.protobuf.MessageLite";
			ClassLoader loader = type.getClassLoader();
			return ClassUtils.isPresent(message, loader)
					&& ClassUtils.resolveClassName(message, loader).isAssignableFrom(type);
		}

	}

}
