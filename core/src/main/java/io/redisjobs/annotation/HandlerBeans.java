package io.redisjobs.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.redisjobs.InvalidJobsConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Finds the beans with handlers that nobody has created yet, and refuses those of which
 * no job would have an instance.
 */
final class HandlerBeans {

	/** Scopes that end before a job begins. */
	private static final Set<String> OF_REQUESTS = Set.of("request", "session", "websocket");

	private final ConfigurableListableBeanFactory beans;

	private final HandlerMethods methods;

	HandlerBeans(ConfigurableListableBeanFactory beans, HandlerMethods methods) {
		this.beans = beans;
		this.methods = methods;
	}

	/** The key of a bean by its name, which a factory shares with what it makes. */
	static String key(String beanName, boolean factory) {
		return factory ? BeanFactory.FACTORY_BEAN_PREFIX + beanName : beanName;
	}

	/**
	 * The keys of the beans with handlers.
	 * @throws InvalidJobsConfigurationException if there is no instance for a job
	 */
	Set<String> keys() {
		Set<String> keys = new LinkedHashSet<>();
		for (String key : candidates()) {
			Set<Method> handlers = handlers(key);
			if (!handlers.isEmpty()) {
				check(key, handlers);
				keys.add(ScopedProxyUtils.isScopedTarget(key) ? ScopedProxyUtils.getOriginalBeanName(key) : key);
			}
		}
		return keys;
	}

	/** The handlers that the bean of a key is known to have. */
	Set<Method> handlers(String key) {
		Class<?> type = type(key);
		return (type != null) ? this.methods.of(ClassUtils.getUserClass(type)).keySet() : Set.of();
	}

	private List<String> candidates() {
		List<String> keys = new ArrayList<>();
		Iterator<String> names = this.beans.getBeanNamesIterator();
		while (names.hasNext()) {
			String name = names.next();
			if (this.beans.containsBeanDefinition(name) && this.beans.getMergedBeanDefinition(name).isAbstract()) {
				continue;
			}
			keys.add(name);
			if (this.beans.containsLocalBean(key(name, true))) {
				keys.add(key(name, true));
			}
		}
		return keys;
	}

	private @Nullable Class<?> type(String key) {
		try {
			return BeanFactoryUtils.isFactoryDereference(key) ? this.beans.getType(key)
					: AutoProxyUtils.determineTargetClass(this.beans, key);
		}
		catch (RuntimeException | LinkageError ex) {
			// whoever needs the bean is told; Spring's own listeners do without it as
			// well
			return null;
		}
	}

	/**
	 * Refuses handlers of a bean of which no job would have an instance.
	 * @param key the bean's key
	 * @param handlers its handlers
	 */
	void check(String key, Collection<Method> handlers) {
		boolean scopedProxy = ScopedProxyUtils.isScopedTarget(key);
		String name = scopedProxy ? ScopedProxyUtils.getOriginalBeanName(key)
				: BeanFactoryUtils.transformedBeanName(key);
		String scope = scope(key);
		// what is created inside another bean is no bean of the factory
		if (!this.beans.containsLocalBean(key) || scopedProxy && !OF_REQUESTS.contains(scope)
				|| !scopedProxy && this.beans.isSingleton(key)) {
			return;
		}
		throw OF_REQUESTS.contains(scope) ? ofRequest(name, scope, handlers) : notShared(name, scope, handlers);
	}

	// a factory that is a singleton may make prototypes
	private String scope(String key) {
		String name = BeanFactoryUtils.transformedBeanName(key);
		BeanDefinition definition = this.beans.containsBeanDefinition(name) ? this.beans.getMergedBeanDefinition(name)
				: null;
		String scope = (definition != null && !definition.isSingleton()) ? definition.getScope() : null;
		return (scope != null) ? scope : BeanDefinition.SCOPE_PROTOTYPE;
	}

	private static InvalidJobsConfigurationException ofRequest(String name, String scope, Collection<Method> handlers) {
		return new InvalidJobsConfigurationException(
				described(handlers) + " of bean '" + name + "' would run no jobs: the bean has scope '" + scope
						+ "', and a job is run outside of any",
				"Move the handler to a singleton, and let the job's payload bring what it needs to know.");
	}

	private static InvalidJobsConfigurationException notShared(String name, String scope, Collection<Method> handlers) {
		return new InvalidJobsConfigurationException(
				described(handlers) + " of bean '" + name + "' would take no jobs: the bean has scope '" + scope
						+ "', and nobody asks for an instance of it",
				"Make it a singleton; or, to have an instance of its scope for each job, add "
						+ "proxyMode = ScopedProxyMode.TARGET_CLASS to its @Scope.");
	}

	/** How messages call handlers of one bean. */
	static String described(Collection<Method> handlers) {
		List<String> all = handlers.stream().map(Method::toGenericString).sorted().toList();
		return ((all.size() == 1) ? "Handler method " : "Handler methods ") + String.join(", ", all);
	}

}
