package io.redisjobs.listener.invoke;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import io.redisjobs.InvalidJobsConfigurationException;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;

/**
 * A method that is to handle jobs, and what keeps it from doing so.
 *
 * @param beanName how messages call the bean
 * @param bean the bean, which may be a proxy
 * @param type the class of what is behind the proxy
 * @param method the method of that class
 */
record HandlerMethod(String beanName, Object bean, Class<?> type, Method method) {

	static HandlerMethod of(String beanName, Object bean, Method method) {
		return new HandlerMethod(beanName, bean, AopUtils.getTargetClass(bean), method);
	}

	/** What says that it cannot be used. */
	InvalidJobsConfigurationException refusal(String problem, String action) {
		return new InvalidJobsConfigurationException(
				"Handler method " + this.method.toGenericString() + " of bean '" + this.beanName + "' " + problem,
				action);
	}

	boolean isSuspending() {
		return KotlinDetector.isSuspendingFunction(this.method);
	}

	/** Refuses a method whose end would not be the end of the job. */
	void checkResult() {
		Class<?> result = resultType().toClass();
		if (isAsync()) {
			throw refusal(
					CompletionStage.class.isAssignableFrom(result)
							? "is @Async, so that nothing could interrupt it when its job's lease is lost or the "
									+ "application stops"
							: "is @Async, so that the job would be completed before it ran",
					"Remove @Async, or what stands for it, from the method and its class: the queue's container runs "
							+ "handlers on threads of its own, as many at a time as its concurrency says.");
		}
		if (isSuspending() && !(ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", null)
				&& KotlinDetector.isKotlinReflectPresent())) {
			throw refusal("is a suspending function, which nothing can run here",
					"Add org.jetbrains.kotlinx:kotlinx-coroutines-reactor and org.jetbrains.kotlin:kotlin-reflect.");
		}
		LateResults.Refusal refusal = LateResults.refusal(result);
		if (refusal != null) {
			throw refusal("returns " + result.getSimpleName() + ", but " + refusal.reason(), refusal.action());
		}
	}

	// the compiler turns the result of a suspending function into its last parameter
	private ResolvableType resultType() {
		return isSuspending()
				? ResolvableType.forMethodParameter(this.method, this.method.getParameterCount() - 1, this.type)
					.getGeneric(0)
				: ResolvableType.forMethodReturnType(this.method, this.type);
	}

	private boolean isAsync() {
		return AnnotatedElementUtils.hasAnnotation(this.method, Async.class)
				|| AnnotatedElementUtils.hasAnnotation(this.type, Async.class)
				// other annotations mean the same where the application says so
				|| isAdvisedBy((advice) -> advice instanceof AsyncExecutionInterceptor);
	}

	/**
	 * Whether the bean's proxy surrounds the method with advice of a class, or may do so
	 * behind a proxy of the bean's scope.
	 */
	boolean isAdvisedBy(String advice) {
		return this.bean instanceof ScopedObject
				|| isAdvisedBy((candidate) -> candidate.getClass().getName().equals(advice));
	}

	private boolean isAdvisedBy(Predicate<Advice> wanted) {
		return this.bean instanceof Advised proxy && Arrays.stream(proxy.getAdvisors())
			.anyMatch((advisor) -> wanted.test(advisor.getAdvice()) && isAboutThis(advisor));
	}

	private boolean isAboutThis(Advisor advisor) {
		return !(advisor instanceof PointcutAdvisor somewhere)
				|| somewhere.getPointcut().getClassFilter().matches(this.type)
						&& somewhere.getPointcut().getMethodMatcher().matches(this.method, this.type);
	}

	/** The method to call on the bean, which may be one of its proxy's interfaces. */
	Method toCall() {
		if (Modifier.isStatic(this.method.getModifiers())) {
			return this.method;
		}
		if (this.method.getDeclaringClass().isInstance(this.bean)) {
			String reason = AopUtils.isCglibProxy(this.bean) ? notOverridable() : null;
			if (reason != null) {
				throw refusal(
						"is " + reason
								+ ", so that the bean's proxy cannot pass the call on: it would run on the proxy "
								+ "itself, whose fields are empty",
						"Make the method neither final nor private, nor package-private in another package than the "
								+ "bean's class; or move it to a bean without annotations that need a proxy, such as "
								+ "@Transactional.");
			}
			return this.method;
		}
		return Arrays.stream(this.bean.getClass().getInterfaces())
			.flatMap((type) -> Arrays.stream(type.getMethods()))
			.filter((candidate) -> candidate.getName().equals(this.method.getName())
					&& candidate.getParameterCount() == this.method.getParameterCount()
					&& BridgeMethodResolver.getMostSpecificMethod(candidate, this.type).equals(this.method))
			.findFirst()
			.orElseThrow(() -> refusal("is in none of the interfaces of the bean's proxy, so that nobody can call it",
					"Declare it in an interface of the bean, or let the proxy be one of the bean's class: "
							+ "spring.aop.proxy-target-class=true, or proxyTargetClass = true where the proxy is asked "
							+ "for."));
	}

	private @Nullable String notOverridable() {
		int modifiers = this.method.getModifiers();
		if (Modifier.isFinal(modifiers) || Modifier.isPrivate(modifiers)) {
			return Modifier.isFinal(modifiers) ? "final" : "private";
		}
		Class<?> proxy = this.bean.getClass();
		Class<?> declaring = this.method.getDeclaringClass();
		boolean visible = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers)
				|| declaring.getPackageName().equals(proxy.getPackageName())
						&& declaring.getClassLoader() == proxy.getClassLoader();
		return visible ? null : "package-private, and not in the proxy's package";
	}

}
