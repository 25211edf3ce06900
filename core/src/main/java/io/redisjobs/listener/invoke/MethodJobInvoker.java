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
import io.redisjobs.protocol.ReservedJob;
import org.jspecify.annotations.Nullable;

import org.springframework.core.CoroutinesUtils;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedMethod;
import org.springframework.util.ReflectionUtils;

/** Calls a bean's method with the payload and whatever else it asks for. */
public final class MethodJobInvoker implements JobInvoker {

	private final Object bean;

	private final Method method;

	private final Method toCall;

	private final boolean suspending;

	private final List<Function<JobContext, @Nullable Object>> arguments;

	/**
	 * Prepares the call.
	 * @param beanName how messages call the bean
	 * @param bean the bean, which may be a proxy
	 * @param method the method of its class, or of what is behind the proxy
	 * @param arguments what its arguments come from
	 * @throws InvalidJobsConfigurationException if the method cannot be called on the
	 * bean, asks for more than one payload or a validation that nothing can do, is
	 * asynchronous, or returns what cannot be a job's result
	 */
	public MethodJobInvoker(String beanName, Object bean, Method method, HandlerArguments arguments) {
		HandlerMethod handler = HandlerMethod.of(beanName, bean, method);
		handler.checkResult();
		this.bean = bean;
		this.method = method;
		this.toCall = handler.toCall();
		this.suspending = handler.isSuspending();
		this.arguments = arguments(handler, arguments);
		ReflectionUtils.makeAccessible(this.toCall);
	}

	private static List<Function<JobContext, @Nullable Object>> arguments(HandlerMethod handler,
			HandlerArguments sources) {
		List<Function<JobContext, @Nullable Object>> arguments = new ArrayList<>();
		boolean payloadSeen = false;
		MethodParameter[] parameters = new AnnotatedMethod(handler.method()).getMethodParameters();
		int count = parameters.length - (handler.isSuspending() ? 1 : 0);
		for (int i = 0; i < count; i++) {
			MethodParameter parameter = parameters[i];
			JobArgumentResolver resolver = sources.resolvers()
				.stream()
				.filter((candidate) -> candidate.supports(parameter))
				.findFirst()
				.orElse(null);
			if (isOurs(parameter.getParameterType()) && PayloadValidation.isWanted(handler, parameter)) {
				throw handler.refusal("asks for the validation of a " + parameter.getParameterType().getSimpleName()
						+ ", which has no rules", "Annotate the payload argument.");
			}
			if (parameter.getParameterType() == JobContext.class) {
				arguments.add((job) -> job);
			}
			else if (resolver != null) {
				arguments.add((job) -> resolver.resolve(parameter, job));
			}
			else if (payloadSeen) {
				throw new InvalidJobsConfigurationException(
						"Handler method " + handler.method().toGenericString() + " has two payload arguments",
						"Let it take one payload, and a JobContext for everything else.");
			}
			else {
				payloadSeen = true;
				arguments.add(payload(handler, parameter, sources));
			}
		}
		return arguments;
	}

	// such as the envelope of a stream's job
	private static boolean isOurs(Class<?> type) {
		return type == JobContext.class || type.getName().startsWith(ReservedJob.class.getPackageName() + ".");
	}

	private static Function<JobContext, @Nullable Object> payload(HandlerMethod handler, MethodParameter parameter,
			HandlerArguments sources) {
		Type type = GenericTypeResolver.resolveType(parameter.getGenericParameterType(), handler.type());
		PayloadValidation validation = PayloadValidation.of(handler, parameter, type, sources.validators());
		Function<JobContext, @Nullable Object> read = (job) -> read(sources.converter(), job, type);
		return (validation != null) ? (job) -> validation.check(job.queue(), read.apply(job)) : read;
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
			return CoroutinesUtils.invokeSuspendingFunction(this.toCall, this.bean, values);
		}
		try {
			return this.toCall.invoke(this.bean, values);
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
