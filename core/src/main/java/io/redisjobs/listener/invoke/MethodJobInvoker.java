package io.redisjobs.listener.invoke;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.redisjobs.JobContext;
import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.UnfitJobException;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.convert.PayloadMismatchException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.CoroutinesUtils;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Calls a bean's method with the payload and whatever else it asks for. */
public final class MethodJobInvoker implements JobInvoker {

	private final Object bean;

	private final Method method;

	private final boolean suspending;

	private final List<Function<JobContext, @Nullable Object>> arguments;

	/**
	 * Prepares the call.
	 * @param beanName how messages call the bean
	 * @param bean the bean
	 * @param method its method
	 * @param converter reads the payload
	 * @param resolvers know what to pass for other parameters
	 * @throws InvalidJobsConfigurationException if the method asks for more than one
	 * payload, or returns what cannot be a job's result
	 */
	public MethodJobInvoker(String beanName, Object bean, Method method, PayloadConverter converter,
			List<JobArgumentResolver> resolvers) {
		this.bean = bean;
		this.method = method;
		this.suspending = KotlinDetector.isSuspendingFunction(method);
		checkResult(beanName, bean, method, this.suspending);
		this.arguments = arguments(bean, method, converter, resolvers);
		ReflectionUtils.makeAccessible(method);
	}

	private static void checkResult(String beanName, Object bean, Method method, boolean suspending) {
		String handler = "Handler method " + method.toGenericString() + " of bean '" + beanName + "' ";
		if (suspending && !(ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", null)
				&& KotlinDetector.isKotlinReflectPresent())) {
			throw new InvalidJobsConfigurationException(
					handler + "is a suspending function, which nothing can run here",
					"Add org.jetbrains.kotlinx:kotlinx-coroutines-reactor and org.jetbrains.kotlin:kotlin-reflect.");
		}
		Class<?> type = resultType(bean, method, suspending).toClass();
		LateResults.Refusal refusal = LateResults.refusal(type);
		if (refusal != null) {
			throw new InvalidJobsConfigurationException(
					handler + "returns " + type.getSimpleName() + ", but " + refusal.reason(), refusal.action());
		}
	}

	// the compiler turns the result of a suspending function into its last parameter
	private static ResolvableType resultType(Object bean, Method method, boolean suspending) {
		Class<?> type = AopUtils.getTargetClass(bean);
		return suspending
				? ResolvableType.forMethodParameter(method, method.getParameterCount() - 1, type).getGeneric(0)
				: ResolvableType.forMethodReturnType(method, type);
	}

	private static List<Function<JobContext, @Nullable Object>> arguments(Object bean, Method method,
			PayloadConverter converter, List<JobArgumentResolver> resolvers) {
		List<Function<JobContext, @Nullable Object>> arguments = new ArrayList<>();
		boolean payloadSeen = false;
		int count = method.getParameterCount() - (KotlinDetector.isSuspendingFunction(method) ? 1 : 0);
		for (int i = 0; i < count; i++) {
			MethodParameter parameter = new MethodParameter(method, i);
			JobArgumentResolver resolver = resolvers.stream()
				.filter((candidate) -> candidate.supports(parameter))
				.findFirst()
				.orElse(null);
			if (parameter.getParameterType() == JobContext.class) {
				arguments.add((job) -> job);
			}
			else if (resolver != null) {
				arguments.add((job) -> resolver.resolve(parameter, job));
			}
			else if (payloadSeen) {
				throw new InvalidJobsConfigurationException(
						"Handler method " + method.toGenericString() + " has two payload arguments",
						"Let it take one payload, and a JobContext for everything else.");
			}
			else {
				payloadSeen = true;
				Type type = GenericTypeResolver.resolveType(parameter.getGenericParameterType(), bean.getClass());
				arguments.add((job) -> read(converter, job, type));
			}
		}
		return arguments;
	}

	private static @Nullable Object read(PayloadConverter converter, JobContext job, Type type) {
		try {
			return converter.read(job.payload(), type);
		}
		catch (PayloadMismatchException ex) {
			throw new UnfitJobException(ex.getMessage(), ex);
		}
	}

	@Override
	public @Nullable Object invoke(JobContext job) throws Exception {
		Object[] values = new Object[this.arguments.size()];
		for (int i = 0; i < values.length; i++) {
			values[i] = this.arguments.get(i).apply(job);
		}
		if (this.suspending) {
			return CoroutinesUtils.invokeSuspendingFunction(this.method, this.bean, values);
		}
		try {
			return this.method.invoke(this.bean, values);
		}
		catch (InvocationTargetException ex) {
			return rethrow(ex.getTargetException());
		}
	}

	private static @Nullable Object rethrow(@Nullable Throwable error) throws Exception {
		if (error instanceof Exception exception) {
			throw exception;
		}
		if (error instanceof Error fatal) {
			throw fatal;
		}
		throw new IllegalStateException(error);
	}

	@Override
	public String toString() {
		return this.method.getDeclaringClass().getSimpleName() + "." + this.method.getName();
	}

}
