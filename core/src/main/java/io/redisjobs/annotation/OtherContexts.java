package io.redisjobs.annotation;

import io.redisjobs.InvalidJobsConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses handlers in contexts above and below that of the jobs, where nobody looks for
 * them.
 */
final class OtherContexts {

	private final ConfigurableListableBeanFactory beans;

	private final HandlerMethods methods;

	OtherContexts(ConfigurableListableBeanFactory beans, HandlerMethods methods) {
		this.beans = beans;
		this.methods = methods;
	}

	/** Refuses handlers of parents that have no processor themselves. */
	void checkParents() {
		BeanFactory parent = this.beans.getParentBeanFactory();
		while (parent instanceof ConfigurableListableBeanFactory factory && !hasProcessor(factory)) {
			check(factory);
			parent = factory.getParentBeanFactory();
		}
	}

	/**
	 * Refuses handlers of a context for which this one is the nearest with a processor.
	 */
	void checkChild(ApplicationContext child) {
		ConfigurableListableBeanFactory factory = factory(child);
		@Nullable ApplicationContext context = child;
		while (context != null && !hasProcessor(context)) {
			context = context.getParent();
		}
		if (factory != null && factory != this.beans && factory(context) == this.beans) {
			check(factory);
		}
	}

	private static @Nullable ConfigurableListableBeanFactory factory(@Nullable ApplicationContext context) {
		return (context instanceof ConfigurableApplicationContext open) ? open.getBeanFactory() : null;
	}

	private static boolean hasProcessor(ListableBeanFactory factory) {
		return factory.getBeanNamesForType(JobHandlerProcessor.class, true, false).length > 0;
	}

	private void check(ConfigurableListableBeanFactory factory) {
		HandlerBeans handlers = new HandlerBeans(factory, this.methods);
		handlers.keys().stream().findFirst().ifPresent((key) -> {
			throw new InvalidJobsConfigurationException(
					HandlerBeans.described(handlers.handlers(key)) + " of bean '" + key
							+ "' would take no jobs: the bean is in an application context without the "
							+ "auto-configuration of jobs",
					"Move the bean to the context that has it, or let it be part of the bean's context.");
		});
	}

}
