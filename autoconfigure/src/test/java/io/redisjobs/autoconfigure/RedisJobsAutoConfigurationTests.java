package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.redisjobs.JobHandler;
import io.redisjobs.JobOperations;
import io.redisjobs.annotation.ContainerSettingsSource;
import io.redisjobs.annotation.JobHandlerProcessor;
import io.redisjobs.convert.JsonPayloadConverter;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.event.JobEventPublisher;
import io.redisjobs.listener.ContainerSettings;
import io.redisjobs.listener.JobContainerFactory;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.listener.JobRunContext;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.listener.invoke.JobInterceptor;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.conveyor.ConveyorClient;
import io.redisjobs.protocol.omniq.OmniqClient;
import io.redisjobs.protocol.streams.JobRouter;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.publish.PublishInterceptor;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.data.redis.core.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

/** Tests which beans there are, and that the user's own take their place. */
@ExtendWith(TestRedis.class)
class RedisJobsAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port(), "redis-jobs.defaults.protocol=omniq");

	@Test
	void everythingIsThereByDefault() {
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed();
			for (Class<?> type : List.of(ScriptRunner.class, PayloadConverter.class, JobQueues.class, JobTemplate.class,
					JobOperations.class, JobContainerFactory.class, JobContainerRegistry.class, JobEventPublisher.class,
					OmniqClient.class, ConveyorClient.class, ContainerSettingsSource.class, JobHandlerProcessor.class,
					PropertiesByQueue.class, ConfiguredQueues.class, UnhandledQueues.class, JobThreads.class,
					RedisJobsAutoConfiguration.Extensions.class, StreamRouters.class, QueueShutdown.class,
					RedisCheck.class, EagerJobHandlers.class, JobEnvelopeResolver.class, StreamMeters.class)) {
				assertThat(context).hasSingleBean(type);
			}
			assertThat(context.getBeansOfType(ContractGroup.class).values()).extracting(ContractGroup::protocol)
				.containsExactlyInAnyOrder("bullmq", "conveyor", "omniq", "streams");
			assertThat(context.getBeansOfType(JobProtocol.class).values()).extracting(JobProtocol::id)
				.containsExactlyInAnyOrder("bullmq", "conveyor", "omniq", "streams");
			assertThat(context.getBeansOfType(RedisScript.class)).hasSizeGreaterThan(20);
			assertThat(context.getBean(JobContainerRegistry.class).all()).isEmpty();
		});
	}

	@Test
	void nothingIsThereWithoutRedis() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RedisJobsAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(JobTemplate.class));
	}

	@Test
	void theUsersOwnBeansTakeTheirPlace() {
		PayloadConverter converter = new JsonPayloadConverter(new JsonMapper());
		JobContainerRegistry registry = new JobContainerRegistry();
		JobEventPublisher events = new JobEventPublisher((event) -> {
		});
		this.runner.withBean(PayloadConverter.class, () -> converter)
			.withBean(JobContainerRegistry.class, () -> registry)
			.withBean(JobEventPublisher.class, () -> events)
			.withBean("ownTemplate", JobTemplate.class,
					() -> new JobTemplate(mock(JobQueues.class), converter, List.of()))
			.run((context) -> {
				assertThat(context).getBean(PayloadConverter.class).isSameAs(converter);
				assertThat(context).getBean(JobContainerRegistry.class).isSameAs(registry);
				assertThat(context).getBean(JobEventPublisher.class).isSameAs(events);
				assertThat(context).hasSingleBean(JobTemplate.class).hasBean("ownTemplate");
			});
	}

	@Test
	void theUsersOwnInfrastructureTakesItsPlaceAndJobsRun() {
		this.runner.withUserConfiguration(OwnInfrastructure.class, Failing.class).run((context) -> {
			assertThat(context).hasNotFailed();
			Map.of("ownProcessor", JobHandlerProcessor.class, "ownProperties", PropertiesByQueue.class, "ownQueues",
					ConfiguredQueues.class, "ownUnhandled", UnhandledQueues.class, "ownThreads", JobThreads.class,
					"ownExtensions", RedisJobsAutoConfiguration.Extensions.class, "ownRouters", StreamRouters.class)
				.forEach((name, type) -> assertThat(context.getBeanNamesForType(type)).containsExactly(name));
			context.getBean(JobTemplate.class).publish("failing", Map.of("a", 1));
			assertThat(context.getBean(Failing.class).called.await(30, TimeUnit.SECONDS)).isTrue();
		});
	}

	@Test
	void thePropertiesOfEachContractAreReplacedByTheirName() {
		Map<String, Supplier<ContractProperties>> groups = Map.of("bullmq", BullmqProperties::new, "conveyor",
				ConveyorProperties::new, "omniq", OmniqProperties::new, "streams", StreamsProperties::new);
		for (String contract : groups.keySet()) {
			ContractGroup own = new ContractGroup(contract, groups.get(contract));
			this.runner.withBean(contract + "ContractGroup", ContractGroup.class, () -> own)
				.run((context) -> assertThat(context.getBeansOfType(ContractGroup.class)).hasSize(4)
					.containsValue(own));
		}
	}

	@Test
	void whatNobodyAsksForByItsTypeIsReplacedByItsName() {
		Map<String, Class<?>> replaced = Map.of("redisJobsQueueShutdown", QueueShutdown.class, "redisJobsRedisCheck",
				RedisCheck.class, "redisJobsEagerJobHandlers", EagerJobHandlers.class, "redisJobsEnvelopeResolver",
				JobEnvelopeResolver.class, "redisJobsStreamMeters", StreamMeters.class);
		ApplicationContextRunner replacing = this.runner;
		for (String name : replaced.keySet()) {
			replacing = replacing.withBean(name, String.class, () -> "own " + name);
		}
		replacing.run((context) -> {
			assertThat(context).hasNotFailed();
			replaced.forEach(
					(name, type) -> assertThat(context).doesNotHaveBean(type).getBean(name).isEqualTo("own " + name));
		});
	}

	@Test
	void aChildContextHasAProcessorOfItsOwnAndTheRestOfItsParent() {
		this.runner.run((parent) -> this.runner.withParent(parent).withUserConfiguration(Failing.class).run((child) -> {
			assertThat(List.of(child.getBeanFactory().getBeanNamesForType(Object.class, true, false)))
				.contains("jobHandlerProcessor", "redisJobsEagerJobHandlers")
				.doesNotContain("jobTemplate", "redisJobsConfiguredQueues", "redisJobsQueueShutdown",
						"redisJobsRedisCheck", "redisJobsThreads", "bullmqContractSettings");
			child.getBean(JobTemplate.class).publish("failing", Map.of("a", 1));
			assertThat(child.getBean(Failing.class).called.await(30, TimeUnit.SECONDS)).isTrue();
		}));
	}

	@Test
	void aScriptIsReplacedByItsName() {
		RedisScript<?> own = RedisScript.of("return {'own'}", List.class);
		this.runner.withBean("omniqPauseScript", RedisScript.class, () -> own)
			.run((context) -> assertThat(context).getBean("omniqPauseScript").isSameAs(own));
		this.runner.withInitializer((context) -> context.getBeanFactory().registerSingleton("omniqPauseScript", own))
			.run((context) -> assertThat(context).getBean("omniqPauseScript").isSameAs(own));
		this.runner.withBean("mine", RedisScript.class, () -> own)
			.withInitializer((context) -> context.getBeanFactory().registerAlias("mine", "omniqPauseScript"))
			.run((context) -> assertThat(context).getBean("omniqPauseScript").isSameAs(own));
	}

	@Test
	void interceptorsErrorHandlersAndExecutorsOfTheUserTakePart() {
		List<String> seen = new CopyOnWriteArrayList<>();
		PublishInterceptor publishing = (queue, jobs, next) -> {
			seen.add("publish");
			return next.apply(jobs);
		};
		JobInterceptor running = (job, next) -> {
			seen.add("run on " + Thread.currentThread().getName().replaceAll("\\d+$", ""));
			return next.invoke(job);
		};
		JobErrorHandler errors = (job, error) -> {
			seen.add("error " + error.getMessage());
			return FailureAction.fail();
		};
		JobExecutors executors = (queue) -> new SimpleAsyncTaskExecutor("own-");
		this.runner.withUserConfiguration(Failing.class)
			.withBean(PublishInterceptor.class, () -> publishing)
			.withBean(JobInterceptor.class, () -> running)
			.withBean(JobErrorHandler.class, () -> errors)
			.withBean(JobExecutors.class, () -> executors)
			.run((context) -> {
				context.getBean(JobTemplate.class).publish("failing", Map.of("a", 1));
				await().atMost(Duration.ofSeconds(30)).until(() -> seen.size() == 3);
				assertThat(seen).containsExactly("publish", "run on own-", "error as expected");
			});
	}

	@Test
	void aContainerFactoryOfTheSameNameTakesItsPlace() {
		JobContainerFactory own = mock();
		this.runner.withBean(RedisJobsAutoConfiguration.CONTAINER_FACTORY, JobContainerFactory.class, () -> own)
			.run((context) -> assertThat(context).getBean(JobContainerFactory.class).isSameAs(own));
	}

	@Test
	void theUsersOwnSettingsOfContainersHold() {
		ContainerSettings own = new ContainerSettings(7, Duration.ofSeconds(10), Duration.ZERO, true, true);
		this.runner.withUserConfiguration(Failing.class)
			.withBean(ContainerSettingsSource.class, () -> (queue) -> own)
			.run((context) -> assertThat(context.getBean(JobContainerRegistry.class).get("failing")).get()
				.satisfies((container) -> assertThat(container.settings()).isEqualTo(own)));
	}

	@Test
	void handlersStandStillWhenNothingIsToStartByItself() {
		this.runner.withUserConfiguration(Failing.class)
			.withPropertyValues("redis-jobs.auto-startup=false")
			.run((context) -> {
				JobContainerRegistry registry = context.getBean(JobContainerRegistry.class);
				assertThat(registry.get("failing")).get()
					.satisfies((container) -> assertThat(container.isRunning()).isFalse());
				registry.start();
				context.getBean(JobTemplate.class).publish("failing", Map.of("a", 1));
				assertThat(context.getBean(Failing.class).called.await(30, TimeUnit.SECONDS)).isTrue();
			});
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnInfrastructure {

		@Bean
		static JobHandlerProcessor ownProcessor(ConfigurableListableBeanFactory beans) {
			return new JobHandlerProcessor(beans, RedisJobsAutoConfiguration.CONTAINER_FACTORY);
		}

		@Bean
		PropertiesByQueue ownProperties(RedisJobsProperties properties, Environment environment,
				List<ContractGroup> groups) {
			return new PropertiesByQueue(properties, environment, groups);
		}

		@Bean
		ConfiguredQueues ownQueues(PropertiesByQueue properties, List<JobProtocol> protocols) {
			return new ConfiguredQueues(properties, false, protocols);
		}

		@Bean
		JobThreads ownThreads() {
			return new JobThreads(false);
		}

		@Bean
		RedisJobsAutoConfiguration.Extensions ownExtensions(ObjectProvider<JobInterceptor> interceptors,
				ObjectProvider<JobMonitor> monitors, ObjectProvider<JobRunContext> contexts,
				ObjectProvider<JobExecutors> executors) {
			return new RedisJobsAutoConfiguration.Extensions(interceptors, monitors, contexts, executors, 4);
		}

		@Bean
		UnhandledQueues ownUnhandled(PropertiesByQueue properties, JobContainerRegistry containers) {
			return new UnhandledQueues(properties, containers);
		}

		@Bean
		StreamRouters ownRouters(PropertiesByQueue properties, JobQueues queues, ObjectProvider<JobRouter> router) {
			return new StreamRouters(properties, queues, router);
		}

	}

	static class Failing {

		private final CountDownLatch called = new CountDownLatch(1);

		@JobHandler(queue = "failing")
		void fail() {
			this.called.countDown();
			throw new IllegalStateException("as expected");
		}

	}

}
