package io.redisjobs.listener.invoke;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

import io.redisjobs.JobContext;
import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.convert.PayloadConverter;
import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.util.ReflectionUtils;

/** Calls a bean's method with the payload and whatever else it asks for. */
public final class MethodJobInvoker implements JobInvoker {

	private final Object bean;

	private final Method method;

	private final List<Function<JobContext, @Nullable Object>> arguments;

	/**
	 * Prepares the call.
	 * @throws InvalidJobsConfigurationException if the method asks for more than one
	 * payload
	 */
	public MethodJobInvoker(Object bean, Method method, PayloadConverter converter,
			List<JobArgumentResolver> resolvers) {
		this.bean = bean;
		this.method = method;
		this.arguments = arguments(bean, method, converter, resolvers);
		ReflectionUtils.makeAccessible(method);
	}

	private static List<Function<JobContext, @Nullable Object>> arguments(Object bean, Method method,
			PayloadConverter converter, List<JobArgumentResolver> resolvers) {
		List<Function<JobContext, @Nullable Object>> arguments = new ArrayList<>();
		boolean payloadSeen = false;
		for (int i = 0; i < method.getParameterCount(); i++) {
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
				arguments.add((job) -> converter.read(job.payload(), type));
			}
		}
		return arguments;
	}

	@Override
	public @Nullable Object invoke(JobContext job) throws Exception {
		Object[] values = new Object[this.arguments.size()];
		for (int i = 0; i < values.length; i++) {
			values[i] = this.arguments.get(i).apply(job);
		}
		try {
			Object result = this.method.invoke(this.bean, values);
			return (result instanceof CompletionStage<?> stage) ? await(stage) : result;
		}
		catch (InvocationTargetException ex) {
			return rethrow(ex.getTargetException());
		}
	}

	private static @Nullable Object await(CompletionStage<?> stage) throws Exception {
		try {
			return stage.toCompletableFuture().get();
		}
		catch (ExecutionException ex) {
			return rethrow(ex.getCause());
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
