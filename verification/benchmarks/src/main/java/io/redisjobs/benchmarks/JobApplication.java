package io.redisjobs.benchmarks;

import java.time.Duration;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.JobOperations;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A Spring Boot application with a handler on the queues of the benchmark. */
final class JobApplication implements AutoCloseable {

	private final String contract;

	private final int concurrency;

	private final ConfigurableApplicationContext context;

	private final Handlers handlers;

	private final JobOperations template;

	private JobApplication(String contract, int concurrency, ConfigurableApplicationContext context) {
		this.contract = contract;
		this.concurrency = concurrency;
		this.context = context;
		this.handlers = context.getBean(Handlers.class);
		this.template = context.getBean(JobOperations.class);
	}

	static JobApplication start(Server server, String contract, int concurrency, String... properties) {
		return new JobApplication(contract, concurrency, new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.main.log-startup-info=false", "logging.level.root=error",
					"spring.data.redis.port=" + server.port(), "spring.data.redis.client-type=" + server.driver(),
					"redis-jobs.defaults.protocol=" + contract, "redis-jobs.defaults.concurrency=" + concurrency,
					"redis-jobs.defaults.auto-startup=false")
			.properties(properties)
			.run());
	}

	boolean fits(String contract, int concurrency) {
		return this.contract.equals(contract) && this.concurrency == concurrency;
	}

	JobOperations template() {
		return this.template;
	}

	JobQueues queues() {
		return this.context.getBean(JobQueues.class);
	}

	JobContainer container(String queue) {
		return this.context.getBean(JobContainerRegistry.class).get(queue).orElseThrow();
	}

	void handler(Handler handler) {
		this.handlers.handler = handler;
	}

	Completions expect(int count) {
		Completions completions = new Completions(count);
		this.handlers.completions = completions;
		return completions;
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * How to reach Redis.
	 *
	 * @param port its port
	 * @param driver the driver to use
	 */
	record Server(int port, String driver) {
	}

	/** What handlers do with a payload. */
	interface Handler {

		void handle(Payload payload) throws Exception;

	}

	/** The application. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Handlers handlers() {
			return new Handlers();
		}

	}

	/** The handlers; they hear as well what became of jobs. */
	static class Handlers implements JobMonitor {

		private volatile Handler handler = (payload) -> {
		};

		private volatile Completions completions = new Completions(0);

		@JobHandler(queue = Task.WARM_UP)
		void warmUp(Payload payload) throws Exception {
			this.handler.handle(payload);
		}

		@JobHandler(queue = Task.MEASURED)
		void measured(Payload payload) throws Exception {
			this.handler.handle(payload);
		}

		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			this.completions.completed();
		}

		@Override
		public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
			this.completions.failed(error);
		}

	}

}
