package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobHandler;
import io.redisjobs.autoconfigure.actuate.JobsEndpoint;
import io.redisjobs.autoconfigure.actuate.JobsHealthIndicator;
import io.redisjobs.autoconfigure.actuate.JobsInfoContributor;
import io.redisjobs.autoconfigure.actuate.KnownQueues;
import io.redisjobs.autoconfigure.actuate.QueueAction;
import io.redisjobs.autoconfigure.actuate.QueueDescriptor;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

/** Tests what the Actuator shows of an application's queues. */
@ExtendWith(TestRedis.class)
class JobsActuatorAutoConfigurationTests {

	private final ApplicationContextRunner jobs = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class, JobsActuatorAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.client-type=jedis");

	private final ApplicationContextRunner bare = this.jobs
		.withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare.withPropertyValues(
			"spring.data.redis.host=" + TestRedis.host(), "spring.data.redis.port=" + TestRedis.port(),
			"management.endpoints.jmx.exposure.include=*", "spring.jmx.enabled=true",
			"redis-jobs.queues.emails.protocol=bullmq", "redis-jobs.queues.emails.concurrency=3",
			"redis-jobs.queues.transcription.protocol=streams", "redis-jobs.queues.letters.protocol=omniq");

	private static JobsEndpoint endpoint(ApplicationContext context) {
		return context.getBean(JobsEndpoint.class);
	}

	private static QueueDescriptor queue(ApplicationContext context, String name) {
		QueueDescriptor queue = endpoint(context).queue(name);
		assertThat(queue).isNotNull();
		return queue;
	}

	@Test
	void theEndpointShowsEveryQueueWithItsContractCountsAndContainer() {
		this.runner.withUserConfiguration(Mailer.class).run((context) -> {
			context.getBean(JobTemplate.class).publish("letters", Map.of("to", "Ada"));
			Map<String, QueueDescriptor> queues = endpoint(context).queues().queues();
			assertThat(queues).containsOnlyKeys("emails", "letters", "transcription");
			assertThat(queues.get("letters")).satisfies((queue) -> {
				assertThat(queue.protocol()).isEqualTo("omniq");
				assertThat(queue.paused()).isFalse();
				assertThat(queue.counts()).containsEntry("waiting", 1L);
				assertThat(queue.container()).isNull();
				assertThat(queue.error()).isNull();
			});
			assertThat(queues.get("emails").container()).satisfies((container) -> {
				assertThat(container.state()).isEqualTo(ContainerState.RUNNING);
				assertThat(container.workers()).isEqualTo(3);
				assertThat(container.handlers()).containsExactly("*");
			});
			assertThat(endpoint(context).queue("unheard-of")).isNull();
			assertThat(endpoint(context).act("unheard-of", QueueAction.PAUSE)).isNull();
		});
	}

	@Test
	void queuesArePausedAndResumed() {
		this.runner.withUserConfiguration(Mailer.class).run((context) -> {
			assertThat(endpoint(context).act("emails", QueueAction.PAUSE)).extracting(QueueDescriptor::paused)
				.isEqualTo(true);
			context.getBean(JobTemplate.class).publish("emails", Map.of("to", "Ada"));
			assertThat(endpoint(context).act("emails", QueueAction.RESUME)).extracting(QueueDescriptor::paused)
				.isEqualTo(false);
			assertThat(context.getBean(Mailer.class).sent.await(30, TimeUnit.SECONDS)).isTrue();
		});
	}

	@Test
	void containersAreStoppedAndStarted() {
		this.runner.withUserConfiguration(Mailer.class).run((context) -> {
			endpoint(context).act("emails", QueueAction.STOP);
			await().atMost(Duration.ofSeconds(30))
				.until(() -> queue(context, "emails").container().state() == ContainerState.STOPPED);
			assertThat(endpoint(context).act("emails", QueueAction.START).container().state())
				.isEqualTo(ContainerState.RUNNING);
		});
	}

	@Test
	void startingWhatIsNotHandledIsRefused() {
		this.runner.run((context) -> {
			assertThatExceptionOfType(InvalidEndpointRequestException.class)
				.isThrownBy(() -> endpoint(context).act("letters", QueueAction.START))
				.withMessageContaining("no handler for queue 'letters'");
		});
	}

	@Test
	void healthIsUpAndInfoNamesTheQueues() {
		this.runner.withUserConfiguration(Mailer.class).run((context) -> {
			Health health = context.getBean(JobsHealthIndicator.class).health();
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(health.getDetails()).containsEntry("containers", Map.of("emails", "RUNNING"));
			Info.Builder info = new Info.Builder();
			context.getBean(JobsInfoContributor.class).contribute(info);
			assertThat(info.build().getDetails()).containsEntry("jobs",
					Map.of("queues", Map.of("emails", "bullmq", "letters", "omniq", "transcription", "streams")));
		});
	}

	@Test
	void aRedisThatIsGoneIsDownWithTheReasonAndUpWhenItIsBack() {
		try (RedisProcess redis = RedisProcess.start()) {
			this.bare
				.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + redis.port(),
						"management.endpoints.jmx.exposure.include=*", "spring.jmx.enabled=true")
				.withUserConfiguration(Mailer.class)
				.run((context) -> {
					JobsHealthIndicator health = context.getBean(JobsHealthIndicator.class);
					assertThat(health.health().getStatus()).isEqualTo(Status.UP);
					redis.kill();
					await().atMost(Duration.ofSeconds(30))
						.until(() -> String.valueOf(health.health().getDetails().get("containers"))
							.contains("DISCONNECTED: "));
					assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
					assertThat(health.health().getDetails()).containsKey("redis");
					assertThat(queue(context, "emails").error()).isNotEmpty();
					assertThat(endpoint(context).queues().queues().get("emails").counts()).isNull();
					redis.restart();
					await().atMost(Duration.ofSeconds(30)).until(() -> health.health().getStatus() == Status.UP);
				});
		}
	}

	@Test
	void aContainerThatGetsNoThreadIsDownWithTheReason() {
		this.runner.withUserConfiguration(Mailer.class)
			.withPropertyValues("redis-jobs.queues.emails.lease=1s")
			.withBean(JobExecutors.class, () -> (queue) -> (task) -> {
			})
			.run((context) -> {
				JobsHealthIndicator health = context.getBean(JobsHealthIndicator.class);
				assertThat(health.health().getStatus()).isEqualTo(Status.UP);
				await().atMost(Duration.ofSeconds(40)).until(() -> health.health().getStatus() == Status.DOWN);
				// the reason is told on a thread of its own
				await().untilAsserted(() -> assertThat(String.valueOf(health.health().getDetails().get("containers")))
					.contains("UNRESPONSIVE: IllegalStateException: its executor has given it no thread for"));
				assertThat(queue(context, "emails").container().state()).isEqualTo(ContainerState.UNRESPONSIVE);
			});
	}

	@Test
	void everythingCanBeSwitchedOffOrReplaced() {
		this.runner
			.withPropertyValues("management.health.jobs.enabled=false", "management.info.jobs.enabled=false",
					"management.endpoint.jobs.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(JobsHealthIndicator.class)
				.doesNotHaveBean(JobsInfoContributor.class)
				.doesNotHaveBean(JobsEndpoint.class));
		HealthIndicator own = mock();
		this.runner.withBean("jobsHealthIndicator", HealthIndicator.class, () -> own)
			.run((context) -> assertThat(context).doesNotHaveBean(JobsHealthIndicator.class));
		this.runner
			.withBean("ownQueues", KnownQueues.class,
					() -> new KnownQueues(() -> List.of("letters"), new JobQueues((name) -> mock()),
							new JobContainerRegistry()))
			.run((context) -> {
				assertThat(context).hasSingleBean(KnownQueues.class).hasBean("ownQueues");
				assertThat(endpoint(context).queue("emails")).isNull();
			});
	}

	@Test
	void nothingIsNeededOfTheActuator() {
		this.jobs
			.withPropertyValues("spring.data.redis.host=" + TestRedis.host(),
					"spring.data.redis.port=" + TestRedis.port())
			.withClassLoader(
					new FilteredClassLoader("org.springframework.boot.actuate", "org.springframework.boot.health"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("jobsEndpoint"));
	}

	static class Mailer {

		private final CountDownLatch sent = new CountDownLatch(1);

		@JobHandler(queue = "emails")
		void send() {
			this.sent.countDown();
		}

	}

}
