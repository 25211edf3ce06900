package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.redisjobs.JobHandler;
import io.redisjobs.observation.DefaultJobPublishObservationConvention;
import io.redisjobs.observation.JobLogContext;
import io.redisjobs.observation.JobMeters;
import io.redisjobs.observation.JobPublishObservationContext;
import io.redisjobs.observation.ObservedProcessing;
import io.redisjobs.observation.ObservedPublishing;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the observations and meters of an application. */
@ExtendWith(TestRedis.class)
class JobObservationAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class, JobObservationAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port(), "redis-jobs.defaults.protocol=omniq");

	private ApplicationContextRunner metered() {
		return this.runner.withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class,
				MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
				org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration.class));
	}

	@Test
	void publishingAndRunningAreTimedAndCounted() {
		metered().withUserConfiguration(Greeter.class)
			.withPropertyValues("redis-jobs.queues.idle.concurrency=1")
			.run((context) -> {
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				context.getBean(JobTemplate.class).publish("greetings", Map.of("name", "Ada"));
				await().atMost(Duration.ofSeconds(30))
					.until(() -> meters.find("redis.jobs.attempts")
						.counters()
						.stream()
						.anyMatch((counter) -> counter.count() == 1));
				assertThat(
						meters.get("redis.jobs.publish").tags("queue", "greetings", "outcome", "added").timer().count())
					.isEqualTo(1);
				assertThat(meters.get("redis.jobs.process")
					.tags("queue", "greetings", "protocol", "omniq", "outcome", "success")
					.timer()
					.count()).isEqualTo(1);
				assertThat(meters.get("redis.jobs.attempts")
					.tags("queue", "greetings", "outcome", "completed")
					.counter()
					.count()).isEqualTo(1);
				await().atMost(Duration.ofSeconds(30))
					.untilAsserted(() -> assertThat(meters.get("redis.jobs.queue.size")
						.tags("queue", "idle", "state", "waiting")
						.gauge()
						.value()).isZero());
				assertThat(meters.get("redis.jobs.lease.lost").tags("queue", "greetings").counter().count()).isZero();
			});
	}

	@Test
	void aThousandNamesMakeFewMeters() {
		metered().withUserConfiguration(Namer.class)
			.withPropertyValues("redis-jobs.queues.names.protocol=bullmq", "redis-jobs.queues.names.concurrency=8")
			.run((context) -> {
				JobTemplate jobs = context.getBean(JobTemplate.class);
				for (int i = 0; i < 1000; i++) {
					String name = "name-" + i;
					jobs.publish("names", i, (options) -> options.name(name));
				}
				jobs.publish("names", 1, (options) -> options.name("known"));
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				await().untilAsserted(() -> assertThat(meters.find("redis.jobs.process").timers())
					.extracting((timer) -> timer.getId().getTag("job") + " " + timer.count())
					.containsExactlyInAnyOrder("other 1000", "known 1"));
				assertThat(meters.find("redis.jobs.publish").timers()).hasSize(101)
					.extracting((timer) -> timer.getId().getTag("job") + " " + timer.count())
					.contains("name-0 1", "name-99 1", "other 901");
			});
	}

	@Test
	void jobsThatNoHandlerTakesShareOneMeter() {
		metered().withUserConfiguration(Picky.class)
			.withPropertyValues("redis-jobs.defaults.protocol=bullmq")
			.run((context) -> {
				for (int i = 0; i < 10; i++) {
					String name = "name-" + i;
					context.getBean(JobTemplate.class).publish("picky", i, (options) -> options.name(name));
				}
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				await().untilAsserted(() -> assertThat(meters.find("redis.jobs.process").timers())
					.extracting((timer) -> timer.getId().getTag("job") + " " + timer.count())
					.containsExactly("other 10"));
			});
	}

	@Test
	void waitingJobsShowInTheGauge() {
		metered().run((context) -> {
			context.getBean(JobTemplate.class).publish("letters", Map.of("to", "Ada"));
			await().atMost(Duration.ofSeconds(30))
				.untilAsserted(() -> assertThat(context.getBean(MeterRegistry.class)
					.get("redis.jobs.queue.size")
					.tags("queue", "letters", "state", "waiting")
					.gauge()
					.value()).isEqualTo(1));
		});
	}

	@Test
	void nothingIsThereWithoutRegistries() {
		this.runner.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(ObservedPublishing.class)
			.doesNotHaveBean(ObservedProcessing.class)
			.doesNotHaveBean(JobMeters.class));
	}

	@Test
	void nothingIsNeededOfMicrometer() {
		this.runner.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(JobMeters.class));
	}

	@Test
	void logLinesTellTheJobWhereSlf4jIs() {
		JobLogContext own = new JobLogContext();
		this.runner.run((context) -> assertThat(context).hasSingleBean(JobLogContext.class));
		this.runner.withBean("own", JobLogContext.class, () -> own)
			.run((context) -> assertThat(context).getBean(JobLogContext.class).isSameAs(own));
		this.runner.withClassLoader(new FilteredClassLoader("org.slf4j.MDC"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(JobLogContext.class));
	}

	@Test
	void theUsersOwnBeansWin() {
		ObservedPublishing publishing = new ObservedPublishing(ObservationRegistry.NOOP, null);
		metered().withBean(ObservedPublishing.class, () -> publishing)
			.withBean("ownMeters", JobMeters.class,
					() -> new JobMeters(new SimpleMeterRegistry(), new JobQueues((name) -> {
						throw new IllegalStateException(name);
					}), Duration.ZERO, Clock.systemUTC()))
			.run((context) -> {
				assertThat(context).getBean(ObservedPublishing.class).isSameAs(publishing);
				assertThat(context).hasSingleBean(JobMeters.class).hasBean("ownMeters");
			});
	}

	@Test
	void theMetersOfConfiguredQueuesAreReplacedByTheirName() {
		ApplicationContextRunner configured = metered().withPropertyValues("redis-jobs.queues.idle.concurrency=1");
		SmartInitializingSingleton other = () -> {
		};
		configured.withBean("other", SmartInitializingSingleton.class, () -> other)
			.run((context) -> assertThat(
					context.getBean(MeterRegistry.class).find("redis.jobs.queue.size").tag("queue", "idle").gauges())
				.isNotEmpty());
		configured.withBean("redisJobsConfiguredQueueMeters", SmartInitializingSingleton.class, () -> other)
			.run((context) -> {
				assertThat(context).getBean("redisJobsConfiguredQueueMeters").isSameAs(other);
				assertThat(context.getBean(MeterRegistry.class)
					.find("redis.jobs.queue.size")
					.tag("queue", "idle")
					.gauges()).isEmpty();
			});
	}

	@Test
	void aConventionOfTheUsersRenamesObservations() {
		metered()
			.withBean(DefaultJobPublishObservationConvention.class, () -> new DefaultJobPublishObservationConvention() {

				@Override
				public String getName() {
					return "own.name";
				}

				@Override
				public String getContextualName(JobPublishObservationContext context) {
					return "own";
				}

			})
			.run((context) -> {
				context.getBean(JobTemplate.class).publish("letters", Map.of("to", "Ada"));
				assertThat(context.getBean(MeterRegistry.class).get("own.name").timer().count()).isEqualTo(1);
			});
	}

	static class Greeter {

		@JobHandler(queue = "greetings")
		String greet(Map<String, String> payload) {
			return "Hello " + payload.get("name");
		}

	}

	static class Namer {

		@JobHandler(queue = "names", name = "known")
		void known() {
		}

		@JobHandler(queue = "names")
		void others() {
		}

	}

	static class Picky {

		@JobHandler(queue = "picky", name = "known")
		void known() {
		}

	}

}
