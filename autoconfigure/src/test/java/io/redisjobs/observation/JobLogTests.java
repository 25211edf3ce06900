package io.redisjobs.observation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.micrometer.context.ContextSnapshotFactory;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRateLimitedException;
import io.redisjobs.JobState;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobRunContext;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import redis.clients.jedis.Jedis;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

/** Tests which lines failed attempts make, and what lines of the log tell of the job. */
@ExtendWith({ TestRedis.class, OutputCaptureExtension.class })
class JobLogTests {

	private static final String OFF = "redis-jobs.auto-startup=false";

	private final Logger containers = (Logger) LoggerFactory.getLogger(JobContainer.class);

	private final Logger handlers = (Logger) LoggerFactory.getLogger("handlers");

	private final Lines lines = new Lines();

	private final Traces traces = new Traces();

	private final AtomicReference<JobsApplication> running = new AtomicReference<>();

	private final ExecutorService other = Executors.newSingleThreadExecutor();

	// the logging system of an application forgets appenders when it starts
	private JobsApplication run(JobsApplication.Builder builder) {
		JobsApplication application = builder.run();
		this.lines.start();
		for (Logger logger : List.of(this.containers, this.handlers)) {
			logger.addAppender(this.lines);
		}
		return application;
	}

	@AfterEach
	void close() {
		for (Logger logger : List.of(this.containers, this.handlers)) {
			logger.detachAppender(this.lines);
			logger.setLevel(null);
		}
		this.other.shutdownNow();
		this.traces.close();
		MDC.clear();
	}

	private JobsApplication.Builder failing(String... properties) {
		return JobsApplication.builder()
			.properties("logging.level.io.redisjobs=info", "logging.level.handlers=info", OFF)
			.properties(properties)
			.handler("mail", (job) -> {
				throw new IllegalStateException("no");
			});
	}

	private static Consumer<JobOptions> twice() {
		return (options) -> options.name("welcome").attempts(2);
	}

	@Test
	void aFailureIsLoggedInItsTraceWithQueueIdNameAndAttempt() {
		JobQueues queues = new JobQueues(
				(name) -> this.running.get().context().getBean("jobQueues", JobQueues.class).get(name));
		try (JobsApplication application = run(failing().bean(ObservedProcessing.class,
				new ObservedProcessing(this.traces.registry(), queues, null)))) {
			this.running.set(application);
			String id = application.jobs().publish("mail", Map.of(), twice()).id();
			application.container("mail").runInline(2);
			assertThat(this.lines.of(this.containers))
				.extracting((line) -> line.level + " " + line.message.replaceAll("at [0-9TZ:.-]+:", "at ..:"))
				.containsExactly(
						"WARN Queue 'mail', job " + id + ": attempt 1 of 2 of 'welcome' failed; next attempt at ..: "
								+ "IllegalStateException: no",
						"ERROR Queue 'mail', job " + id
								+ ": attempt 2 of 2 of 'welcome' failed; the job has failed for good");
			assertThat(this.lines.of(this.containers)).extracting((line) -> line.stackTrace)
				.containsExactly(false, true);
			assertThat(this.lines.of(this.containers)).extracting((line) -> line.keys.get("job.attempt"))
				.containsExactly("1", "2");
			assertThat(this.lines.of(this.containers)).extracting((line) -> line.trace)
				.containsExactlyElementsOf(this.traces.spans()
					.stream()
					.filter((span) -> span.getName().equals("mail process"))
					.map(SpanData::getSpanId)
					.toList())
				.hasSize(2);
		}
	}

	@Test
	void retriesAreLoggedAtTheLevelOfTheQueueWithTheirStackTraceIfItSaysSo() {
		try (JobsApplication application = run(failing("redis-jobs.queues.mail.retry-log-level=info",
				"redis-jobs.queues.mail.retry-stack-trace=true"))) {
			application.jobs().publish("mail", Map.of(), twice());
			application.container("mail").runInline(1);
			assertThat(this.lines.of(this.containers)).singleElement().satisfies((line) -> {
				assertThat(line.level).isEqualTo(Level.INFO);
				assertThat(line.stackTrace).isTrue();
			});
		}
	}

	// YAML reads off as false
	@ParameterizedTest
	@ValueSource(strings = { "off", "false" })
	void retriesAreNotLoggedWhereTheirLevelIsOff(String off) {
		try (JobsApplication application = run(failing("redis-jobs.defaults.retry-log-level=" + off))) {
			application.jobs().publish("mail", Map.of(), twice());
			application.container("mail").runInline(2);
			assertThat(this.lines.of(this.containers)).extracting((line) -> line.level).containsExactly(Level.ERROR);
		}
	}

	@Test
	void aLevelThatThereIsNotEndsTheStartWithThoseThatThereAre(CapturedOutput output) {
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(failing("redis-jobs.queues.mail.retry-log-level=loud")::run);
		assertThat(output).contains("redis-jobs.queues.mail.retry-log-level", "\"loud\"", "DEBUG", "WARN", "OFF");
	}

	@Test
	void theLevelDebugShowsTheStackTraceOfRetries() {
		try (JobsApplication application = run(failing())) {
			this.containers.setLevel(Level.DEBUG);
			application.jobs().publish("mail", Map.of(), twice());
			application.container("mail").runInline(1);
			assertThat(this.lines.of(this.containers)).singleElement().satisfies((line) -> {
				assertThat(line.level).isEqualTo(Level.WARN);
				assertThat(line.stackTrace).isTrue();
			});
		}
	}

	@Test
	void aJobThatIsToBeSlowedDownIsNoWarning() {
		try (JobsApplication application = run(
				JobsApplication.builder().properties("logging.level.io.redisjobs=info", OFF).handler("mail", (job) -> {
					throw new JobRateLimitedException(Duration.ofMillis(1));
				}))) {
			application.jobs().publish("mail", Map.of());
			application.container("mail").runInline(1);
			assertThat(this.lines.of(this.containers)).singleElement()
				.satisfies((line) -> assertThat(line.level).isEqualTo(Level.INFO));
		}
	}

	@Test
	void linesOfHandlersTellTheJobAndThreadsGetBackWhatTheyHad() {
		try (JobsApplication application = run(JobsApplication.builder()
			.properties("logging.level.handlers=info", OFF, "redis-jobs.queues.inner.protocol=omniq")
			.handler("inner", (job) -> {
				this.handlers.info("inner");
				return null;
			})
			.handler("outer", (job) -> {
				this.handlers.info("before");
				this.running.get().container("inner").runInline(1);
				this.handlers.info("after");
				return null;
			}))) {
			this.running.set(application);
			String outer = application.jobs().publish("outer", Map.of(), (options) -> options.name("welcome")).id();
			String inner = application.jobs().publish("inner", Map.of()).id();
			MDC.put("job.id", "the caller's");
			MDC.put("tenant", "7");
			application.container("outer").runInline(1);
			assertThat(MDC.getCopyOfContextMap()).containsOnly(entry("job.id", "the caller's"), entry("tenant", "7"));
			Map<String, String> ofOuter = Map.of("job.queue", "outer", "job.id", outer, "job.name", "welcome",
					"job.attempt", "1", "tenant", "7");
			assertThat(this.lines.of(this.handlers)).extracting((line) -> line.keys)
				.containsExactly(ofOuter,
						Map.of("job.queue", "inner", "job.id", inner, "job.attempt", "1", "tenant", "7"), ofOuter);
		}
	}

	@Test
	void aStageThatFailsOnAnotherThreadIsLoggedWithTheJob() {
		try (JobsApplication application = run(JobsApplication.builder()
			.properties("logging.level.io.redisjobs=info", "logging.level.handlers=info")
			.handler("mail", (job) -> CompletableFuture.runAsync(() -> {
				this.handlers.info("elsewhere");
				throw new IllegalStateException("no");
			}, this.other)))) {
			String id = application.jobs().publish("mail", Map.of()).id();
			await().until(() -> application.jobs().find("mail", id).orElseThrow().state() == JobState.FAILED);
			await().untilAsserted(() -> assertThat(this.lines.failures()).hasSize(1));
			assertThat(this.lines.failures().get(0).keys).containsEntry("job.id", id)
				.containsEntry("job.queue", "mail");
			assertThat(this.lines.of(this.handlers)).singleElement()
				.satisfies((line) -> assertThat(line.keys).isEmpty());
		}
	}

	@Test
	void whatIsPropagatedToAnotherThreadTakesTheJobAlong() {
		try (JobsApplication application = run(JobsApplication.builder()
			.properties("logging.level.handlers=info", OFF)
			.handler("mail", (job) -> CompletableFuture.runAsync(
					ContextSnapshotFactory.builder().build().captureAll().wrap(() -> this.handlers.info("elsewhere")),
					this.other)))) {
			String id = application.jobs().publish("mail", Map.of()).id();
			application.container("mail").runInline(1);
			assertThat(this.lines.of(this.handlers)).singleElement()
				.satisfies(
						(line) -> assertThat(line.keys).containsEntry("job.id", id).containsEntry("job.queue", "mail"));
			Map<String, String> left = CompletableFuture.supplyAsync(MDC::getCopyOfContextMap, this.other).join();
			assertThat((left != null) ? left : Map.of()).isEmpty();
		}
	}

	@Test
	void nobodyWritesLinesByIdsAndNames(Jedis redis) {
		try (JobsApplication application = run(failing())) {
			redis.hset("bull:mail:1\n2", Map.of("name", "a\nb", "data", "{}", "opts", "{}", "timestamp", "1", "delay",
					"0", "priority", "0"));
			redis.lpush("bull:mail:wait", "1\n2");
			application.container("mail").runInline(1);
			assertThat(this.lines.failures()).singleElement()
				.satisfies((line) -> assertThat(line.keys).containsEntry("job.id", "1\\u000a2")
					.containsEntry("job.name", "a\\u000ab"));
		}
	}

	@Test
	void aContextThatThrowsAffectsNoJob() {
		JobRunContext broken = (job, handler) -> {
			throw new IllegalStateException("a context that fails");
		};
		try (JobsApplication application = run(JobsApplication.builder()
			.properties(OFF)
			.bean(JobRunContext.class, broken)
			.handler("mail", (job) -> "done"))) {
			application.jobs().publish("mail", Map.of());
			assertThat(application.container("mail").runInline(1)).singleElement()
				.satisfies((run) -> assertThat(run.error()).isNull());
		}
	}

	/** A line of the log, and what was known on its thread. */
	private record Line(String logger, Level level, String message, boolean stackTrace, Map<String, String> keys,
			String trace) {

	}

	/** Keeps lines of the log. */
	private static final class Lines extends AppenderBase<ILoggingEvent> {

		private final List<Line> all = new CopyOnWriteArrayList<>();

		@Override
		protected void append(ILoggingEvent event) {
			this.all.add(new Line(event.getLoggerName(), event.getLevel(), event.getFormattedMessage(),
					event.getThrowableProxy() != null, Map.copyOf(event.getMDCPropertyMap()),
					Span.current().getSpanContext().getSpanId()));
		}

		List<Line> of(Logger logger) {
			return this.all.stream()
				.filter((line) -> line.logger.equals(logger.getName()) && !line.message.contains("': st"))
				.toList();
		}

		List<Line> failures() {
			return this.all.stream().filter((line) -> line.message.contains(" failed; ")).toList();
		}

	}

}
