package io.redisjobs.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Tests that handlers are found whichever threads create their beans. */
class JobHandlerProcessorTests {

	private static final int THREADS = 2;

	private static final int BEANS = 2000;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port(), "redis-jobs.auto-startup=false");

	@Test
	void handlersOfBeansCreatedOnManyThreadsAreAllFound() {
		this.runner.withBean(Crowd.class)
			.run((context) -> assertThat(
					context.getBean(JobContainerRegistry.class).get("crowd").orElseThrow().handlers().names())
				.hasSize(THREADS * BEANS));
	}

	@Test
	void aBeanCreatedWhileHandlersAreCollectedIsRefusedAndDoesNotDisturbTheStart() {
		this.runner.withBean("latecomers", Latecomers.class).run((context) -> {
			assertThat(context.getBean(JobContainerRegistry.class).get("crowd").orElseThrow().handlers().names())
				.containsExactly("first");
			assertThat(context.getBean(Latecomers.class).refusal).isInstanceOf(CompletionException.class)
				.cause()
				.isInstanceOf(InvalidJobsConfigurationException.class)
				.hasMessageContaining("Handler.handle() of bean 'latecomer' would take no jobs, because the bean was "
						+ "created after the start of the application");
		});
	}

	@Test
	void handlersOfBeansCreatedInTheBackgroundAreFound() {
		this.runner.withUserConfiguration(Background.class)
			.run((context) -> assertThat(
					context.getBean(JobContainerRegistry.class).get("crowd").orElseThrow().handlers().names())
				.hasSize(2));
	}

	@Test
	void theQueueIsNamedInAnyOfTheWaysOfSpring() {
		this.runner.withPropertyValues("mail.queue=letters")
			.withBean(Queues.class)
			.run((context) -> assertThat(
					context.getBean(JobContainerRegistry.class).all().stream().map(JobContainer::queue))
				.containsExactlyInAnyOrder("short", "long", "twice", "letters", "fixed", "chosen", "chosen-shortly"));
	}

	@Test
	void whatAComposedAnnotationSaysBesideTheQueueCounts() {
		this.runner.withBean(Queues.class).withPropertyValues("mail.queue=letters").run((context) -> {
			JobContainerRegistry containers = context.getBean(JobContainerRegistry.class);
			assertThat(containers.get("chosen").orElseThrow().settings().concurrency()).isEqualTo(7);
			assertThat(containers.get("fixed").orElseThrow().handlers().names()).containsExactly("bill");
		});
	}

	static class Queues {

		@JobHandler("short")
		void first() {
		}

		@JobHandler(queue = "long")
		void second() {
		}

		@JobHandler(value = "twice", queue = "twice")
		void third() {
		}

		@JobHandler("${mail.queue}")
		void fourth() {
		}

		@Bills
		void fifth() {
		}

		@Busy(from = "chosen")
		void sixth() {
		}

		@BusyShortly("chosen-shortly")
		void seventh() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@JobHandler(value = "fixed", name = "bill")
	@interface Bills {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@JobHandler(concurrency = "7")
	@interface Busy {

		@AliasFor(annotation = JobHandler.class, attribute = "queue")
		String from();

	}

	@Retention(RetentionPolicy.RUNTIME)
	@JobHandler
	@interface BusyShortly {

		@AliasFor(annotation = JobHandler.class)
		String value();

	}

	static class Handler {

		@JobHandler(queue = "crowd", name = "#{T(java.util.UUID).randomUUID().toString()}")
		void handle() {
		}

	}

	static class Crowd {

		Crowd(JobHandlerProcessor processor) {
			CyclicBarrier together = new CyclicBarrier(THREADS);
			CompletableFuture
				.allOf(IntStream.range(0, THREADS)
					.mapToObj((thread) -> CompletableFuture.runAsync(() -> create(processor, together),
							new SimpleAsyncTaskExecutor()))
					.toArray(CompletableFuture[]::new))
				.join();
		}

		private static void create(JobHandlerProcessor processor, CyclicBarrier together) {
			try {
				for (int i = 0; i < BEANS; i++) {
					together.await();
					processor.postProcessAfterInitialization(new Handler(), "handler");
				}
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	static class Latecomers {

		private final JobHandlerProcessor processor;

		private @Nullable Throwable refusal;

		Latecomers(JobHandlerProcessor processor) {
			this.processor = processor;
		}

		@JobHandler(queue = "crowd", name = "#{@latecomers.inviteAnother()}")
		void handle() {
		}

		public String inviteAnother() {
			this.refusal = catchThrowable(() -> CompletableFuture
				.runAsync(() -> this.processor.postProcessAfterInitialization(new Handler(), "latecomer"),
						new SimpleAsyncTaskExecutor())
				.join());
			return "first";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Background {

		@Bean
		SimpleAsyncTaskExecutor bootstrapExecutor() {
			return new SimpleAsyncTaskExecutor();
		}

		@Bean(bootstrap = Bean.Bootstrap.BACKGROUND)
		Handler first() {
			return new Handler();
		}

		@Bean(bootstrap = Bean.Bootstrap.BACKGROUND)
		Handler second() {
			return new Handler();
		}

	}

}
