package io.redisjobs.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
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
import io.redisjobs.listener.invoke.HandlerArguments;
import io.redisjobs.listener.invoke.JobArgumentResolver;
import io.redisjobs.listener.invoke.MethodJobInvoker;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.NestedExceptionUtils;

/** Finds {@link JobHandler} methods and gives every queue that has some a container. */
public final class JobHandlerProcessor
		implements BeanPostProcessor, SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {

	private final ConfigurableListableBeanFactory beans;

	private final String defaultFactory;

	private final HandlerMethods methods = new HandlerMethods();

	private final List<FoundHandler> found = new ArrayList<>();

	private final Set<String> taken = new HashSet<>();

	private boolean complete;

	private final Set<String> checked = ConcurrentHashMap.newKeySet();

	private volatile @Nullable HandlerArguments arguments;

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
		boolean behindProxy = ScopedProxyUtils.isScopedTarget(beanName);
		String key = behindProxy ? ScopedProxyUtils.getOriginalBeanName(beanName)
				: HandlerBeans.key(beanName, bean instanceof FactoryBean);
		List<FoundHandler> handlers = handlers(bean, key);
		// where there is a proxy, that one is to be called
		if (!handlers.isEmpty() && !(behindProxy ? isKnown(key) : note(handlers))) {
			throw new InvalidJobsConfigurationException(
					HandlerBeans.described(handlers.stream().map(FoundHandler::method).toList()) + " of bean '"
							+ BeanFactoryUtils.transformedBeanName(key) + "' would take no jobs, because the bean was "
							+ "created after the start of the application",
					"Let the application know at its start that the bean has handlers: it must be a singleton, and "
							+ "a @Bean method must declare the class that has the handlers, or an interface that "
							+ "declares them.");
		}
		if (behindProxy) {
			checkTarget(handlers, key);
		}
		return bean;
	}

	// a proxy around the instances of a scope cannot be seen at start
	private void checkTarget(List<FoundHandler> handlers, String key) {
		HandlerArguments sources = this.arguments;
		if (sources != null && !this.checked.contains(key)) {
			handlers.forEach(
					(handler) -> new MethodJobInvoker(handler.beanName(), handler.bean(), handler.method(), sources));
			this.checked.add(key);
		}
	}

	private List<FoundHandler> handlers(Object bean, String key) {
		List<FoundHandler> handlers = new ArrayList<>();
		this.methods.of(AopUtils.getTargetClass(bean))
			.forEach((method, annotation) -> handlers.add(new FoundHandler(key, bean, method, annotation)));
		return handlers;
	}

	// beans may be created on several threads, in the background
	private boolean note(List<FoundHandler> handlers) {
		synchronized (this.found) {
			return !this.complete && this.found.addAll(handlers);
		}
	}

	private boolean isKnown(String key) {
		synchronized (this.found) {
			return !this.complete || this.taken.contains(key);
		}
	}

	private void createTheRest() {
		HandlerBeans handlerBeans = new HandlerBeans(this.beans, this.methods);
		for (String key : handlerBeans.keys()) {
			if (!isNoted(key)) {
				Object bean = this.beans.getBean(key);
				// those that were not created by the factory are not processed by anybody
				if (!isNoted(key)) {
					note(handlers(bean, key));
				}
			}
		}
		noted().forEach((handler) -> handlerBeans.check(handler.key(), List.of(handler.method())));
	}

	private boolean isNoted(String key) {
		return noted().stream().anyMatch((handler) -> handler.key().equals(key));
	}

	// who holds it must not ask for beans, whose creators wait for it
	private List<FoundHandler> noted() {
		synchronized (this.found) {
			return List.copyOf(this.found);
		}
	}

	private List<FoundHandler> close() {
		synchronized (this.found) {
			this.complete = true;
			List<FoundHandler> all = List.copyOf(this.found);
			all.forEach((handler) -> this.taken.add(handler.key()));
			this.found.clear();
			return all;
		}
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		new OtherContexts(this.beans, this.methods).checkChild(event.getApplicationContext());
	}

	@Override
	public void afterSingletonsInstantiated() {
		new OtherContexts(this.beans, this.methods).checkParents();
		createTheRest();
		HandlerArguments sources = new HandlerArguments(this.beans.getBean(PayloadConverter.class),
				this.beans.getBeanProvider(JobArgumentResolver.class).orderedStream().toList(),
				new PayloadValidators(this.beans));
		this.arguments = sources;
		List<JobHandlerConfigurer> configurers = this.beans.getBeanProvider(JobHandlerConfigurer.class)
			.orderedStream()
			.toList();
		Map<String, List<JobEndpoint>> endpoints = new LinkedHashMap<>();
		close().forEach((handler) -> add(endpoints, endpoint(handler, sources)));
		configurers.forEach((configurer) -> configurer.configure((endpoint) -> add(endpoints, endpoint)));
		if (endpoints.isEmpty()) {
			return;
		}
		JobContainerRegistry registry = this.beans.getBean(JobContainerRegistry.class);
		ContainerAssembler assembler = new ContainerAssembler(this::factory, settings());
		endpoints.forEach((queue, handlers) -> {
			if (registry.get(queue).isPresent()) {
				throw new InvalidJobsConfigurationException(
						"Queue '" + queue
								+ "': another application context, or the application's own code, has given it "
								+ "a container already, which does not know "
								+ handlers.stream().map(JobEndpoint::invoker).toList(),
						"Let all handlers of a queue be beans of one application context.");
			}
			registry.register(assembler.assemble(queue, handlers));
		});
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

	private JobEndpoint endpoint(FoundHandler handler, HandlerArguments arguments) {
		JobHandler annotation = handler.annotation();
		String queue = text(handler, "queue", annotation.queue());
		if (queue == null) {
			throw new InvalidJobsConfigurationException(
					"The handler " + handler.method().toGenericString() + " names no queue",
					"Name the queue, as in @JobHandler(\"emails\"); a placeholder must not resolve to nothing.");
		}
		String name = text(handler, "name", annotation.name());
		String concurrency = text(handler, "concurrency", annotation.concurrency());
		String autoStartup = text(handler, "autoStartup", annotation.autoStartup());
		return new JobEndpoint(queue, (name != null) ? name : "",
				new MethodJobInvoker(handler.beanName(), called(handler), handler.method(), arguments),
				(concurrency != null) ? concurrency(handler, concurrency) : null,
				(autoStartup != null) ? autoStartup(handler, autoStartup) : null,
				containerFactory(handler, text(handler, "containerFactory", annotation.containerFactory())));
	}

	// in a circle of beans, processors see one of them without its proxy
	private Object called(FoundHandler handler) {
		Object bean = this.beans.containsLocalBean(handler.key()) ? this.beans.getBean(handler.key()) : handler.bean();
		return AopUtils.isAopProxy(bean) ? bean : handler.bean();
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

	private @Nullable String containerFactory(FoundHandler handler, @Nullable String name) {
		if (name != null && !this.beans.containsBean(name)) {
			throw new InvalidJobsConfigurationException(
					"Handler method " + handler + " names the container factory '" + name
							+ "', and there is no bean of that name",
					"Declare a bean of type " + JobContainerFactory.class.getName()
							+ " with that name, or correct the containerFactory.");
		}
		return name;
	}

	private @Nullable String text(FoundHandler handler, String attribute, String text) {
		try {
			return text(text);
		}
		catch (IllegalArgumentException | BeansException ex) {
			InvalidJobsConfigurationException refusal = new InvalidJobsConfigurationException(
					"The " + attribute + " of handler method " + handler + " cannot be resolved: "
							+ NestedExceptionUtils.getMostSpecificCause(ex).getMessage(),
					"Define what \"" + text + "\" refers to, or correct it.");
			// as a cause, it would be what the application says at its end
			refusal.addSuppressed(ex);
			throw refusal;
		}
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

	private record FoundHandler(String key, Object bean, Method method, JobHandler annotation) {

		String beanName() {
			return BeanFactoryUtils.transformedBeanName(this.key);
		}

		@Override
		public String toString() {
			return this.method.toGenericString() + " of bean '" + beanName() + "'";
		}

	}

}
