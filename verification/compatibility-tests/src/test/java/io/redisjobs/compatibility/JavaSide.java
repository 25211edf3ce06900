package io.redisjobs.compatibility;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandler;
import io.redisjobs.JobOperations;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with the starter: a producer, or a worker of one queue. */
final class JavaSide implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private final String queue;

	private final List<Run> runs;

	private JavaSide(ConfigurableApplicationContext context, String queue) {
		this.context = context;
		this.runs = context.getBeanProvider(Handlers.class)
			.stream()
			.findFirst()
			.map((handlers) -> handlers.runs)
			.orElse(List.of());
		this.queue = queue;
	}

	/** An application that publishes to a queue and has no handler. */
	static JavaSide producer(String queue, String... properties) {
		return new JavaSide(run(queue, null, properties), queue);
	}

	/**
	 * An application that handles a queue's jobs.
	 * @param properties of the application, {@code queue.x} standing for the queue's own
	 */
	static JavaSide worker(String queue, Handler handler, String... properties) {
		return new JavaSide(run(queue, handler, properties), queue);
	}

	private static ConfigurableApplicationContext run(String queue, @Nullable Handler handler, String... properties) {
		Map<String, String> all = new LinkedHashMap<>();
		all.put("spring.main.banner-mode", "off");
		all.put("spring.main.log-startup-info", "false");
		all.put("test.queue", queue);
		String own = "redis-jobs.queues.[" + queue + "].";
		all.put(own + "protocol", "bullmq");
		for (String property : properties) {
			String[] parts = property.split("=", 2);
			all.put(parts[0].startsWith("queue.") ? own + parts[0].substring(6) : parts[0], parts[1]);
		}
		if (!all.containsKey("spring.data.redis.port") && !all.containsKey("spring.data.redis.cluster.nodes")) {
			all.put("spring.data.redis.host", TestRedis.host());
			all.put("spring.data.redis.port", String.valueOf(TestRedis.port()));
		}
		SpringApplicationBuilder application = new SpringApplicationBuilder(
				(handler != null) ? Worker.class : Producer.class)
			.web(WebApplicationType.NONE)
			.registerShutdownHook(false);
		if (handler != null) {
			application.initializers((context) -> context.getBeanFactory().registerSingleton("handler", handler));
		}
		// arguments outrank whatever the environment sets
		return application.run(all.entrySet()
			.stream()
			.map((property) -> "--" + property.getKey() + "=" + property.getValue())
			.toArray(String[]::new));
	}

	JobOperations jobs() {
		return this.context.getBean(JobOperations.class);
	}

	/** The queue as its contract sees it. */
	JobQueue queue() {
		return this.context.getBean(JobQueues.class).get(this.queue).queue();
	}

	/** The ids of the jobs whose handler was called, in order. */
	List<String> ranIds() {
		return runs().stream().map(Run::id).toList();
	}

	/** The calls of the handler, in order of their start. */
	List<Run> runs() {
		return this.runs;
	}

	/** Whether it still takes jobs. */
	boolean isRunning() {
		return this.context.getBean(JobContainerRegistry.class)
			.get(this.queue)
			.orElseThrow()
			.state() == ContainerState.RUNNING;
	}

	/** Ends the application in good order. */
	@Override
	public void close() {
		this.context.close();
	}

	/** What a worker does with a job. */
	@FunctionalInterface
	interface Handler {

		@Nullable Object handle(JsonNode data, JobContext job) throws Exception;

		/** Returns the same for every job. */
		static Handler returning(@Nullable Object value) {
			return (data, job) -> value;
		}

		/**
		 * Returns the same for every job after a time, as one does that asks another
		 * service.
		 */
		static Handler taking(Duration time, Object value) {
			return (data, job) -> CompletableFuture
				.supplyAsync(() -> value, CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS))
				.get();
		}

	}

	/** A handler that waits until it is released. */
	static final class Hold implements Handler {

		private final CountDownLatch released = new CountDownLatch(1);

		@Override
		public @Nullable Object handle(JsonNode data, JobContext job) throws InterruptedException {
			if (!this.released.await(Duration.ofMinutes(1).toMillis(), TimeUnit.MILLISECONDS)) {
				throw new IllegalStateException("Never released");
			}
			return "held";
		}

		void release() {
			this.released.countDown();
		}

	}

	/** A call of the handler; the end is 0 while it runs. */
	static final class Run {

		final JsonNode data;

		final String name;

		final int attempt;

		final long startedAt = System.currentTimeMillis();

		volatile long endedAt;

		private final String id;

		Run(JsonNode data, JobContext job) {
			this.data = data;
			this.id = job.id();
			this.name = job.name();
			this.attempt = job.attempt();
		}

		String id() {
			return this.id;
		}

	}

	/** The handler bean of a worker. */
	static final class Handlers {

		private final List<Run> runs = new CopyOnWriteArrayList<>();

		private final Handler handler;

		Handlers(Handler handler) {
			this.handler = handler;
		}

		@JobHandler(queue = "${test.queue}")
		public @Nullable Object handle(JsonNode data, JobContext job) throws Exception {
			Run run = new Run(data, job);
			this.runs.add(run);
			try {
				return this.handler.handle(data, job);
			}
			finally {
				run.endedAt = System.currentTimeMillis();
			}
		}

	}

	/** An application without handlers. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Producer {

	}

	/** An application with a handler. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Worker {

		@Bean
		Handlers handlers(Handler handler) {
			return new Handlers(handler);
		}

	}

}
