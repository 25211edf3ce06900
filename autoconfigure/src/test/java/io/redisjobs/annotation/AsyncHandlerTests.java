package io.redisjobs.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static io.redisjobs.annotation.HandlerFixture.failed;
import static io.redisjobs.annotation.HandlerFixture.refusal;
import static io.redisjobs.annotation.HandlerFixture.result;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests that a handler whose end is not the end of its job is refused. */
@ExtendWith(TestRedis.class)
class AsyncHandlerTests {

	private final ApplicationContextRunner runner = HandlerFixture.runner()
		.withBean(SimpleAsyncTaskExecutor.class)
		.withUserConfiguration(Enabled.class);

	@ParameterizedTest
	@ValueSource(classes = { OfMethod.class, OfClass.class, OfParent.class, Composed.class, OfFuture.class })
	void anAsyncHandlerIsRefused(Class<?> type) {
		InvalidJobsConfigurationException refusal = refusal(this.runner.withUserConfiguration(type));
		assertThat(refusal).hasMessageMatching(
				"Handler method .*" + type.getSimpleName() + ".*\\.handle\\(\\) of bean " + "'asyncHandlerTests."
						+ type.getSimpleName() + "' is @Async, so that the job would be completed " + "before it ran");
		assertThat(refusal.action()).isEqualTo("Remove @Async, or what stands for it, from the method and its class: "
				+ "the queue's container runs handlers on threads of its own, as many at a time as its concurrency says.");
	}

	@Test
	void alsoOneWhoseResultIsAwaited() {
		assertThat(refusal(this.runner.withUserConfiguration(OfStage.class))).hasMessageEndingWith(
				"is @Async, so that nothing could interrupt it when its job's lease is lost or the application stops");
	}

	@Test
	void alsoWhereNothingMakesItAsynchronous() {
		assertThat(refusal(HandlerFixture.runner().withUserConfiguration(OfMethod.class)))
			.hasMessageContaining("is @Async");
	}

	@Test
	void alsoByAnAnnotationOfTheApplicationsOwn() {
		assertThat(refusal(HandlerFixture.runner()
			.withBean(SimpleAsyncTaskExecutor.class)
			.withUserConfiguration(EnabledByOwn.class, ByOwn.class))).hasMessageContaining("is @Async");
	}

	@Test
	void behindTheProxyOfItsScopeItFailsTheJobInsteadOfCompletingIt() {
		HandlerFixture.runner()
			.withBean(SimpleAsyncTaskExecutor.class)
			.withUserConfiguration(EnabledByOwn.class, Scoped.class)
			.run((context) -> {
				assertThat(failed(context, "async", 1).failure()).contains("is @Async");
				assertThat(failed(context, "async", 2).failure()).contains("is @Async");
			});
	}

	@Test
	void otherMethodsOfTheBeanMayBeAsynchronous() {
		this.runner.withUserConfiguration(Beside.class)
			.run((context) -> assertThat(result(context, "async", 1)).isEqualTo("\"Ada\""));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync(proxyTargetClass = true)
	static class Enabled {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync(proxyTargetClass = true, annotation = Later.class)
	static class EnabledByOwn {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@interface Later {

	}

	@Async
	@JobHandler("async")
	@Retention(RetentionPolicy.RUNTIME)
	@interface AsyncHandler {

	}

	static class OfMethod {

		@Async
		@JobHandler("async")
		public void handle() {
		}

	}

	@Async
	static class OfClass {

		@JobHandler("async")
		public void handle() {
		}

	}

	static class OfParent extends OfClass {

		@Override
		public void handle() {
		}

	}

	static class Composed {

		@AsyncHandler
		public void handle() {
		}

	}

	static class OfFuture {

		@Async
		@JobHandler("async")
		public Future<String> handle() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class OfStage {

		@Async
		@JobHandler("async")
		public CompletableFuture<String> handle() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class ByOwn {

		@Later
		@JobHandler("async")
		public void handle() {
		}

	}

	@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class Scoped extends ByOwn {

	}

	static class Beside {

		private final String name = "Ada";

		@JobHandler("async")
		public String handle() {
			return this.name;
		}

		@Async
		public void other() {
		}

	}

}
