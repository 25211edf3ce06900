package io.redisjobs.annotation;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobHandler;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.PublishedJob;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import kotlin.Metadata;
import kotlin.coroutines.Continuation;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;
import kotlinx.coroutines.Deferred;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests handlers whose results come later. */
@ExtendWith(TestRedis.class)
class LateResultTests {

	private static JobSnapshot settled(JobsApplication application, PublishedJob job) {
		return await().until(() -> application.jobs().find(job.queue(), job.id()).orElseThrow(),
				(found) -> found.state() == JobState.COMPLETED || found.state() == JobState.FAILED);
	}

	private static JobSnapshot run(JobsApplication application, String name, Object payload) {
		return settled(application, application.jobs().publish("late", payload, (options) -> options.name(name)));
	}

	private static JobsApplication application(Object handlers) {
		return JobsApplication.builder().bean(Object.class, handlers).run();
	}

	@Test
	void typesOfOneValueAreAwaited() {
		try (JobsApplication application = application(new Later())) {
			assertThat(run(application, "mono", "a").resultText()).isEqualTo("\"mono a\"");
			assertThat(run(application, "empty", "a").resultText()).isEqualTo("null");
			assertThat(run(application, "deferred", "a").resultText()).isEqualTo("\"deferred a\"");
			assertThat(run(application, "nested", "a").resultText()).isEqualTo("\"nested a\"");
			assertThat(run(application, "unknown", "a").resultText()).isEqualTo("\"unknown a\"");
		}
	}

	@Test
	void theirErrorsFailTheJobAsTheyAre() {
		try (JobsApplication application = application(new Later())) {
			JobSnapshot found = run(application, "wrong", "a");
			assertThat(found.state()).isEqualTo(JobState.FAILED);
			assertThat(found.failure()).isEqualTo("no a");
			assertThat(run(application, "wrong-stage", "a").failure()).isEqualTo("no stage a");
		}
	}

	@Test
	void suspendingFunctionsAreAwaited() {
		try (JobsApplication application = application(new SuspendingGreeter())) {
			assertThat(run(application, "greet", "Ada").resultText()).isEqualTo("\"hello Ada\"");
			assertThat(run(application, "forget", "Ada").resultText()).isEqualTo("null");
			JobSnapshot refused = run(application, "refuse", "Ada");
			assertThat(refused.state()).isEqualTo(JobState.FAILED);
			assertThat(refused.failure()).isEqualTo("not Ada");
		}
	}

	@Test
	void aStopCancelsWhatIsWaitedForAndHandsTheJobBack() throws Exception {
		SuspendingGreeter greeter = new SuspendingGreeter();
		Endless endless = new Endless();
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.defaults.shutdown-timeout=200ms", "redis-jobs.defaults.concurrency=4")
			.bean(SuspendingGreeter.class, greeter)
			.bean(Endless.class, endless)
			.run()) {
			PublishedJob mono = application.jobs().publish("endless", 1, (options) -> options.name("mono"));
			PublishedJob stage = application.jobs().publish("endless", 1, (options) -> options.name("stage"));
			PublishedJob deferred = application.jobs().publish("endless", 1, (options) -> options.name("deferred"));
			PublishedJob coroutine = application.jobs().publish("late", "Ada", (options) -> options.name("linger"));
			assertThat(endless.started.await(30, TimeUnit.SECONDS)).isTrue();
			assertThat(greeter.lingering.await(30, TimeUnit.SECONDS)).isTrue();
			application.container("endless").stop();
			application.container("late").stop();
			assertThat(endless.monoCancelled.await(30, TimeUnit.SECONDS)).isTrue();
			assertThat(endless.stage.isCancelled()).isTrue();
			assertThat(endless.deferred.isCancelled()).isTrue();
			assertThat(greeter.cancelled.await(30, TimeUnit.SECONDS)).isTrue();
			for (PublishedJob job : new PublishedJob[] { mono, stage, deferred, coroutine }) {
				await().untilAsserted(
						() -> assertThat(application.jobs().find(job.queue(), job.id()).orElseThrow().state())
							.isEqualTo(JobState.WAITING));
			}
		}
	}

	@Test
	void aLostLeaseCancelsWhatIsWaitedFor(Jedis redis) throws Exception {
		Endless endless = new Endless();
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.defaults.lease=3s", "redis-jobs.defaults.concurrency=4",
					"redis-jobs.defaults.shutdown-timeout=200ms")
			.bean(Endless.class, endless)
			.run()) {
			for (String name : new String[] { "mono", "stage", "deferred" }) {
				application.jobs().publish("endless", 1, (options) -> options.name(name).id("the-" + name));
			}
			assertThat(endless.started.await(30, TimeUnit.SECONDS)).isTrue();
			for (String name : new String[] { "mono", "stage", "deferred" }) {
				redis.set("bull:endless:the-" + name + ":lock", "somebody else");
			}
			assertThat(endless.monoCancelled.await(30, TimeUnit.SECONDS)).isTrue();
			await().until(endless.stage::isCancelled);
			await().until(endless.deferred::isCancelled);
		}
	}

	@Test
	void typesOfManyValuesAndThoseNobodyWaitsForAreRefusedAtStart() {
		Map<Object, String> handlers = Map.of(new Object() {

			@JobHandler(queue = "late")
			Flux<String> many() {
				return Flux.just("a", "b");
			}

		}, "Flux, but Flux may have many values", new Object() {

			@JobHandler(queue = "late")
			Publisher<String> some() {
				return Flux.just("a", "b");
			}

		}, "Publisher, but Publisher may have many values", new Object() {

			@JobHandler(queue = "late")
			java.util.concurrent.Flow.@Nullable Publisher<String> flow() {
				return null;
			}

		}, "Publisher, but Publisher may have many values", new Object() {

			@JobHandler(queue = "late")
			kotlinx.coroutines.flow.@Nullable Flow<String> kotlinFlow() {
				return null;
			}

		}, "Flow, but Flow may have many values", new Object() {

			@JobHandler(queue = "late")
			Future<String> bare() {
				return CompletableFuture.completedFuture("a");
			}

		}, "Future, but nobody can tell when", new Object() {

			@JobHandler(queue = "late")
			Callable<String> callable() {
				return () -> "a";
			}

		}, "Callable, but nobody would call", new Streamer(), "Publisher, but Publisher may have many values");
		handlers.forEach((handler, problem) -> assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(() -> application(handler).close())
			.withMessageContaining(problem)
			.withMessageContaining("of bean '")
			.withMessageContaining(handler.getClass().getDeclaredMethods()[0].getName() + "(")
			.satisfies((error) -> assertThat(error.action()).isNotBlank()));
	}

	@Test
	void handlersRegisteredInCodeAreTreatedAlike() {
		try (JobsApplication application = JobsApplication.builder()
			.handler("late", "mono", (job) -> Mono.delay(Duration.ofMillis(1)).map((tick) -> "done"))
			.handler("late", "flux", (job) -> Flux.just("a", "b"))
			.handler("late", "future", (job) -> new FutureTask<>(() -> "never"))
			.run()) {
			assertThat(run(application, "mono", "a").resultText()).isEqualTo("\"done\"");
			for (String name : new String[] { "flux", "future" }) {
				PublishedJob job = application.jobs().publish("late", "a", (options) -> options.name(name).attempts(3));
				JobSnapshot found = settled(application, job);
				assertThat(found.state()).isEqualTo(JobState.FAILED);
				assertThat(found.attempts()).isEqualTo(1);
				assertThat(found.failure()).contains("The handler's result cannot be used");
			}
		}
	}

	/** Has a function that was a suspending one in Kotlin, as far as anybody can see. */
	@Metadata
	static class Streamer {

		@JobHandler(queue = "late")
		@Nullable Object stream(String payload, Continuation<? super Publisher<String>> continuation) {
			return null;
		}

	}

	static class Later {

		@JobHandler(queue = "late", name = "mono")
		Mono<String> mono(String payload) {
			return Mono.delay(Duration.ofMillis(1)).map((tick) -> "mono " + payload);
		}

		@JobHandler(queue = "late", name = "empty")
		Mono<Void> empty() {
			return Mono.empty();
		}

		@JobHandler(queue = "late", name = "deferred")
		Deferred<String> deferred(String payload) {
			return CompletableDeferredKt.CompletableDeferred("deferred " + payload);
		}

		@JobHandler(queue = "late", name = "nested")
		CompletableFuture<Mono<String>> nested(String payload) {
			return CompletableFuture.supplyAsync(() -> Mono.just("nested " + payload));
		}

		@JobHandler(queue = "late", name = "unknown")
		Object unknown(String payload) {
			return Mono.just("unknown " + payload);
		}

		@JobHandler(queue = "late", name = "wrong")
		Mono<String> wrong(String payload) {
			return Mono.delay(Duration.ofMillis(1)).then(Mono.error(new IllegalArgumentException("no " + payload)));
		}

		@JobHandler(queue = "late", name = "wrong-stage")
		CompletableFuture<String> wrongStage(String payload) {
			return CompletableFuture.<String>supplyAsync(() -> {
				throw new IllegalArgumentException("no stage " + payload);
			}).thenApply((text) -> text + "!");
		}

	}

	static class Endless {

		private final CountDownLatch started = new CountDownLatch(3);

		private final CountDownLatch monoCancelled = new CountDownLatch(1);

		private final CompletableFuture<String> stage = new CompletableFuture<>();

		private final CompletableDeferred<String> deferred = CompletableDeferredKt.CompletableDeferred(null);

		@JobHandler(queue = "endless", name = "mono")
		Mono<String> mono() {
			return Mono.<String>never()
				.doOnSubscribe((subscription) -> this.started.countDown())
				.doOnCancel(this.monoCancelled::countDown);
		}

		@JobHandler(queue = "endless", name = "stage")
		CompletableFuture<String> stage() {
			this.started.countDown();
			return this.stage;
		}

		@JobHandler(queue = "endless", name = "deferred")
		Deferred<String> deferred() {
			this.started.countDown();
			return this.deferred;
		}

	}

}
