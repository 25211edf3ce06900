package io.redisjobs.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.ContainerSettings;
import io.redisjobs.listener.JobContainerFactory;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.listener.invoke.JobArgumentResolver;
import io.redisjobs.listener.invoke.MethodJobInvoker;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds {@link JobHandler} methods and gives every queue that has some a container. */
public final class JobHandlerProcessor implements BeanPostProcessor, SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(JobHandlerProcessor.class);

	private final ConfigurableListableBeanFactory beans;

	private final String defaultFactory;

	private final Set<Class<?>> withoutHandlers = ConcurrentHashMap.newKeySet();

	private final List<FoundHandler> found = new ArrayList<>();

	private boolean complete;

	/**
	 * Creates the processor.
	 * @param beans where everything else is found, once it is needed
	 * @param defaultFactory the bean name of the container factory of handlers that name
	 * none
	 */
	public JobHandlerProcessor(ConfigurableListableBeanFactory beans, String defaultFactory) {
		this.beans = beans;
		this.defaultFactory = defaultFactory;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = AopUtils.getTargetClass(bean);
		if (this.withoutHandlers.contains(type) || !AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
			return bean;
		}
		Map<Method, JobHandler> methods = MethodIntrospector.selectMethods(type,
				(MethodIntrospector.MetadataLookup<JobHandler>) (method) -> AnnotatedElementUtils
					.findMergedAnnotation(method, JobHandler.class));
		if (methods.isEmpty()) {
			this.withoutHandlers.add(type);
		}
		List<FoundHandler> handlers = new ArrayList<>();
		methods.forEach((method, annotation) -> handlers.add(
				new FoundHandler(beanName, bean, AopUtils.selectInvocableMethod(method, bean.getClass()), annotation)));
		if (!handlers.isEmpty() && !note(handlers)) {
			logger
				.warn("The handlers of bean '" + beanName + "' take no jobs, because it was created after the start of "
						+ "the application: " + methods.keySet() + ". Make it a singleton that is not lazy.");
		}
		return bean;
	}

	// beans may be created on several threads, in the background
	private boolean note(List<FoundHandler> handlers) {
		synchronized (this.found) {
			return !this.complete && this.found.addAll(handlers);
		}
	}

	private List<FoundHandler> close() {
		synchronized (this.found) {
			this.complete = true;
			List<FoundHandler> all = List.copyOf(this.found);
			this.found.clear();
			return all;
		}
	}

	@Override
	public void afterSingletonsInstantiated() {
		PayloadConverter converter = this.beans.getBean(PayloadConverter.class);
		List<JobArgumentResolver> resolvers = this.beans.getBeanProvider(JobArgumentResolver.class)
			.orderedStream()
			.toList();
		List<JobHandlerConfigurer> configurers = this.beans.getBeanProvider(JobHandlerConfigurer.class)
			.orderedStream()
			.toList();
		Map<String, List<JobEndpoint>> endpoints = new LinkedHashMap<>();
		close().forEach((handler) -> add(endpoints, endpoint(handler, converter, resolvers)));
		configurers.forEach((configurer) -> configurer.configure((endpoint) -> add(endpoints, endpoint)));
		if (endpoints.isEmpty()) {
			return;
		}
		JobContainerRegistry registry = this.beans.getBean(JobContainerRegistry.class);
		ContainerAssembler assembler = new ContainerAssembler(this::factory, settings());
		endpoints.forEach((queue, handlers) -> registry.register(assembler.assemble(queue, handlers)));
	}

	private static void add(Map<String, List<JobEndpoint>> endpoints, JobEndpoint endpoint) {
		endpoints.computeIfAbsent(endpoint.queue(), (queue) -> new ArrayList<>()).add(endpoint);
	}

	private JobContainerFactory factory(@Nullable String name) {
		return this.beans.getBean((name != null) ? name : this.defaultFactory, JobContainerFactory.class);
	}

	private Function<String, ContainerSettings> settings() {
		return this.beans.getBean(ContainerSettingsSource.class)::settings;
	}

	private JobEndpoint endpoint(FoundHandler handler, PayloadConverter converter,
			List<JobArgumentResolver> resolvers) {
		JobHandler annotation = handler.annotation();
		String queue = text(annotation.queue());
		if (queue == null) {
			throw new InvalidJobsConfigurationException(
					"The handler " + handler.method().toGenericString() + " names no queue",
					"Name the queue, as in @JobHandler(\"emails\"); a placeholder must not resolve to nothing.");
		}
		String name = text(annotation.name());
		String concurrency = text(annotation.concurrency());
		String autoStartup = text(annotation.autoStartup());
		return new JobEndpoint(queue, (name != null) ? name : "",
				new MethodJobInvoker(handler.beanName(), handler.bean(), handler.method(), converter, resolvers),
				(concurrency != null) ? concurrency(handler, concurrency) : null,
				(autoStartup != null) ? autoStartup(handler, autoStartup) : null, text(annotation.containerFactory()));
	}

	private static int concurrency(FoundHandler handler, String text) {
		try {
			int concurrency = Integer.parseInt(text);
			if (concurrency > 0) {
				return concurrency;
			}
		}
		catch (NumberFormatException ex) {
			// said below, with what to do about it
		}
		throw new InvalidJobsConfigurationException("The concurrency of handler " + handler.method().toGenericString()
				+ " is '" + text + "', which is no positive number", "Use a number of at least 1.");
	}

	private static boolean autoStartup(FoundHandler handler, String text) {
		if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
			throw new InvalidJobsConfigurationException(
					"The autoStartup of handler " + handler.method().toGenericString() + " is '" + text + "'",
					"Use true or false.");
		}
		return Boolean.parseBoolean(text);
	}

	private @Nullable String text(String attribute) {
		String resolved = this.beans.resolveEmbeddedValue(attribute);
		if (resolved != null && this.beans.getBeanExpressionResolver() != null) {
			Object value = this.beans.getBeanExpressionResolver()
				.evaluate(resolved, new BeanExpressionContext((ConfigurableBeanFactory) this.beans, null));
			resolved = (value != null) ? value.toString() : null;
		}
		return (resolved == null || resolved.isBlank()) ? null : resolved;
	}

	private record FoundHandler(String beanName, Object bean, Method method, JobHandler annotation) {

	}

}
