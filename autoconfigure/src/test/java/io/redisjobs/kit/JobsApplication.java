package io.redisjobs.kit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.redisjobs.annotation.JobEndpoint;
import io.redisjobs.annotation.JobHandlerConfigurer;
import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.TestRedis;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** An application on the test's Redis, put together in code. */
public final class JobsApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private JobsApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	public static Builder builder() {
		return new Builder();
	}

	public JobTemplate jobs() {
		return this.context.getBean(JobTemplate.class);
	}

	public JobContainer container(String queue) {
		return this.context.getBean(JobContainerRegistry.class).get(queue).orElseThrow();
	}

	public JobQueue queue(String queue) {
		return this.context.getBean(JobQueues.class).get(queue).queue();
	}

	public ConfigurableApplicationContext context() {
		return this.context;
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** Puts an application together. */
	public static final class Builder {

		private final List<String> properties = new ArrayList<>(List.of("spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port(), "spring.data.redis.client-type=jedis",
				"spring.main.banner-mode=off", "logging.level.root=warn"));

		private final List<JobEndpoint> endpoints = new ArrayList<>();

		private final Map<Class<?>, Object> beans = new LinkedHashMap<>();

		public Builder properties(String... properties) {
			for (String property : properties) {
				String name = property.substring(0, property.indexOf('=') + 1);
				this.properties.removeIf((earlier) -> earlier.startsWith(name));
				this.properties.add(property);
			}
			return this;
		}

		public Builder handler(String queue, JobInvoker invoker) {
			return handler(queue, "", invoker);
		}

		public Builder handler(String queue, String name, JobInvoker invoker) {
			this.endpoints.add(JobEndpoint.of(queue, name, invoker));
			return this;
		}

		public <T> Builder bean(Class<T> type, T bean) {
			this.beans.put(type, bean);
			return this;
		}

		@SuppressWarnings({ "unchecked", "rawtypes" })
		public JobsApplication run() {
			// what was said last counts
			Map<String, String> byName = new LinkedHashMap<>();
			this.properties.forEach((property) -> byName.put(property.split("=")[0], "--" + property));
			String[] arguments = byName.values().toArray(String[]::new);
			ConfigurableApplicationContext context = new SpringApplicationBuilder(Configuration.class)
				.web(WebApplicationType.NONE)
				.registerShutdownHook(false)
				.initializers((target) -> {
					GenericApplicationContext registry = (GenericApplicationContext) target;
					JobHandlerConfigurer configurer = (endpoints) -> this.endpoints.forEach(endpoints);
					registry.registerBean(JobHandlerConfigurer.class, () -> configurer);
					this.beans.forEach((type, bean) -> registry.registerBean((Class) type, () -> bean));
				})
				.run(arguments);
			return new JobsApplication(context);
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
			RedisJobsAutoConfiguration.class })
	static class Configuration {

	}

}
