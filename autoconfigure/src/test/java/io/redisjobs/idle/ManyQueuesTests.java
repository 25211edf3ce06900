package io.redisjobs.idle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.redisjobs.annotation.JobEndpoint;
import io.redisjobs.annotation.JobHandlerConfigurer;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.RedisProcess;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an application with many queues takes while there is nothing to do. */
class ManyQueuesTests {

	private static final int QUEUES = 50;

	private static final int MOST_CONNECTIONS = 10;

	private static final int MOST_THREADS = 10;

	/** Beside them an application has about fifteen. */
	private static final int MOST_THREADS_AT_ONCE = 30;

	private static final int MOST_COMMANDS_A_SECOND = 100;

	private static final Duration REST = Duration.ofSeconds(12);

	/** How often each queue is looked at in any case: after 30 to 60 seconds. */
	private static final double SECONDS_BETWEEN_LOOKS = 30;

	private static final Duration LOOK = Duration.ofSeconds(3);

	@Test
	void fiftyIdleQueuesOfAnyContractTakeFewThreadsConnectionsAndCommands() {
		List<Application> applications = new ArrayList<>();
		try {
			for (String protocol : List.of("bullmq", "omniq", "conveyor", "streams")) {
				applications.add(new Application(protocol));
			}
			applications.forEach(Application::runOneJobInEachQueue);
			await().atMost(Duration.ofSeconds(60))
				.untilAsserted(
						() -> assertThat(ownThreads()).hasSizeLessThanOrEqualTo(MOST_THREADS * applications.size()));
			applications.forEach(Application::beginCount);
			long end = System.nanoTime() + REST.toNanos();
			await().atMost(REST.multipliedBy(2)).until(() -> {
				applications.forEach(Application::countThreads);
				return System.nanoTime() > end;
			});
			applications.forEach(Application::endRest);
			applications.forEach(Application::lookAtAllQueues);
			pass(LOOK);
			applications.forEach(Application::endLook);
			for (Application application : applications) {
				System.out.println(application);
				assertThat(application.connections()).as(application.toString()).isLessThanOrEqualTo(MOST_CONNECTIONS);
				assertThat(application.mostThreads()).as(application.toString())
					.isLessThanOrEqualTo(MOST_THREADS_AT_ONCE);
				assertThat(application.commandsASecond()).as(application.toString()).isLessThan(MOST_COMMANDS_A_SECOND);
			}
		}
		finally {
			applications.forEach(Application::close);
		}
	}

	private static void pass(Duration time) {
		await().pollDelay(time).atMost(time.multipliedBy(2)).until(() -> true);
	}

	private static List<String> ownThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("jobs-") || name.startsWith("redis-jobs"))
			.sorted()
			.toList();
	}

	/** An application with handlers for many queues, on a server of its own. */
	private static final class Application implements AutoCloseable {

		private final String protocol;

		private final RedisProcess redis = RedisProcess.start();

		private final Map<String, Integer> runs = new ConcurrentHashMap<>();

		private final ConfigurableApplicationContext context;

		private long countedFrom;

		private long commandsBefore;

		private long mostThreads;

		private double atRest;

		private double looks;

		Application(String protocol) {
			this.protocol = protocol;
			Map<String, Object> properties = new HashMap<>();
			properties.put("spring.data.redis.port", this.redis.port());
			properties.put("spring.data.redis.client-type", "jedis");
			properties.put("redis-jobs.defaults.protocol", protocol);
			JobHandlerConfigurer handlers = (endpoints) -> Stream.iterate(0, (i) -> i + 1)
				.limit(QUEUES)
				.forEach((i) -> endpoints.accept(JobEndpoint.of(queue(i), "", (job) -> {
					this.runs.merge(job.queue(), 1, Integer::sum);
					return null;
				})));
			this.context = new SpringApplicationBuilder(Empty.class).web(WebApplicationType.NONE)
				.properties(properties)
				.initializers((context) -> ((GenericApplicationContext) context)
					.registerBean(JobHandlerConfigurer.class, () -> handlers))
				.run();
		}

		private String queue(int i) {
			return this.protocol + "-" + i;
		}

		void runOneJobInEachQueue() {
			JobTemplate jobs = this.context.getBean(JobTemplate.class);
			for (int i = 0; i < QUEUES; i++) {
				jobs.publish(queue(i), Map.of("number", i));
			}
			await().atMost(Duration.ofSeconds(20)).until(() -> this.runs.size() == QUEUES);
		}

		void beginCount() {
			this.countedFrom = System.nanoTime();
			this.commandsBefore = commands();
		}

		// looks that fall together would show here
		void countThreads() {
			long now = ownThreads().stream().filter((name) -> name.contains("-" + this.protocol + "-")).count();
			this.mostThreads = Math.max(this.mostThreads, now);
		}

		long mostThreads() {
			return this.mostThreads;
		}

		void endRest() {
			this.atRest = (commands() - this.commandsBefore) * 1e9 / (System.nanoTime() - this.countedFrom);
		}

		void lookAtAllQueues() {
			this.commandsBefore = commands();
			this.context.getBean(JobContainerRegistry.class).all().forEach(JobContainer::lookAgain);
		}

		void endLook() {
			this.looks = (commands() - this.commandsBefore) / SECONDS_BETWEEN_LOOKS;
		}

		double commandsASecond() {
			return this.atRest + this.looks;
		}

		private long commands() {
			try (Jedis jedis = this.redis.connect()) {
				return jedis.info("stats")
					.lines()
					.filter((line) -> line.startsWith("total_commands_processed:"))
					.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
					.findFirst()
					.orElseThrow();
			}
		}

		long connections() {
			try (Jedis jedis = this.redis.connect()) {
				return jedis.clientList().lines().count() - 1;
			}
		}

		@Override
		public String toString() {
			return String.format(
					"%s: %d connections, %.0f commands/s and %.0f for looks, at most %d threads, %d of all four",
					this.protocol, connections(), this.atRest, this.looks, this.mostThreads, ownThreads().size());
		}

		@Override
		public void close() {
			this.context.close();
			this.redis.close();
		}

	}

	@SpringBootConfiguration
	@EnableAutoConfiguration
	static class Empty {

	}

}
