package io.redisjobs.observation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.redisjobs.JobHandler;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.autoconfigure.JobObservationAutoConfiguration;
import io.redisjobs.autoconfigure.RedisJobsAutoConfiguration;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What an application measures on all contracts is described, and is what the document
 * lists.
 */
@ExtendWith(TestRedis.class)
class DocumentedMetersTests {

	private static final List<String> CONTRACTS = List.of("bullmq", "omniq", "conveyor", "streams");

	private static final Pattern METER = Pattern
		.compile("^\\| `(redis\\.jobs[.a-z]+)` \\| ([a-z ]*)(?:, ([a-z]+))? \\| ([^|]*)\\|", Pattern.MULTILINE);

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	private final CountDownLatch release = new CountDownLatch(1);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
				RedisJobsAutoConfiguration.class, JobObservationAutoConfiguration.class,
				ObservationAutoConfiguration.class, MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class))
		.withBean(Everywhere.class, () -> new Everywhere(this.release))
		.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.host=" + TestRedis.host(),
				"spring.data.redis.port=" + TestRedis.port())
		.withPropertyValues(CONTRACTS.stream()
			.map((contract) -> "redis-jobs.queues." + contract + ".protocol=" + contract)
			.toArray(String[]::new));

	@Test
	void everyMeterHasADescriptionAndAUnitAndStandsInTheDocument() {
		this.runner.run((context) -> {
			JobTemplate jobs = context.getBean(JobTemplate.class);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			for (String contract : CONTRACTS) {
				jobs.publish(contract, Map.of("does", "end"));
				jobs.publish(contract, Map.of("does", "fail"));
			}
			await().until(() -> registry.find("redis.jobs.process").timers().stream().mapToLong((timer) -> {
				assertThat(timer.getId().getTag("outcome")).isIn("success", "error");
				return timer.count();
			}).sum() == 2 * CONTRACTS.size());
			await().until(() -> registry.get("redis.jobs.stream.length").gauge().value() >= 2
					&& !registry.find("redis.jobs.stream.lag").gauges().isEmpty());
			for (String contract : CONTRACTS) {
				await()
					.until(() -> registry.get("redis.jobs.oldest.waiting").tag("queue", contract).gauge().value() == 0);
			}
			List<Meter> meters = ours(registry);
			assertThat(meters).allSatisfy((meter) -> {
				assertThat(meter.getId().getDescription()).as("description of %s", meter.getId()).isNotBlank();
				assertThat(meter.getId().getBaseUnit()).as("unit of %s", meter.getId()).isNotBlank();
			});
			Map<String, String> made = new TreeMap<>();
			meters.forEach((meter) -> made.put(meter.getId().getName(), described(meter)));
			assertThat(made).isEqualTo(documented());
			assertThat(registry.find("redis.jobs.wait").timers()).extracting((timer) -> timer.getId().getTag("queue"))
				.containsExactlyInAnyOrder("bullmq", "omniq", "streams");
		});
	}

	@Test
	void whatStillRunsHasNoOutcome() {
		this.runner.run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			context.getBean(JobTemplate.class).publish("bullmq", Map.of("does", "wait"));
			await().until(() -> registry.find("redis.jobs.process.active")
				.longTaskTimers()
				.stream()
				.mapToInt(LongTaskTimer::activeTasks)
				.sum() == 1);
			assertThat(ours(registry)).filteredOn((meter) -> meter instanceof LongTaskTimer)
				.isNotEmpty()
				.allSatisfy((meter) -> assertThat(meter.getId().getTags()).extracting(Tag::getKey)
					.containsExactlyInAnyOrder("queue", "protocol", "job"));
			this.release.countDown();
			await().until(() -> registry.find("redis.jobs.process").tag("outcome", "success").timer() != null);
		});
	}

	@Test
	void theDocumentNamesTheKeysOfLogLinesAndObservations() throws IOException {
		assertThat(cells("| MDC key |", 0)).containsExactly(JobLogContext.QUEUE, JobLogContext.ID, JobLogContext.NAME,
				JobLogContext.ATTEMPT);
		assertThat(cells("| Name | Span |", 3))
			.containsExactly(Stream.of(JobObservation.PUBLISH, JobObservation.PROCESS)
				.flatMap((observation) -> names(observation.getLowCardinalityKeyNames()))
				.toArray(String[]::new));
		assertThat(cells("| Name | Span |", 4))
			.containsExactly(Stream.of(JobObservation.PUBLISH, JobObservation.PROCESS)
				.flatMap((observation) -> names(observation.getHighCardinalityKeyNames()))
				.toArray(String[]::new));
	}

	private static Stream<String> names(KeyName[] keys) {
		return Arrays.stream(keys).map(KeyName::asString);
	}

	private static List<Meter> ours(MeterRegistry registry) {
		return registry.getMeters()
			.stream()
			.filter((meter) -> meter.getId().getName().startsWith("redis.jobs"))
			.toList();
	}

	private static String described(Meter meter) {
		Meter.Type type = meter.getId().getType();
		String kind = type.name().toLowerCase().replace('_', ' ');
		String unit = (type == Meter.Type.GAUGE || type == Meter.Type.COUNTER) ? ", " + meter.getId().getBaseUnit()
				: "";
		Set<String> tags = meter.getId()
			.getTags()
			.stream()
			.map(Tag::getKey)
			.collect(Collectors.toCollection(TreeSet::new));
		return kind + unit + " " + tags;
	}

	private static Map<String, String> documented() throws IOException {
		Map<String, String> meters = new TreeMap<>();
		Matcher row = METER.matcher(document());
		while (row.find()) {
			String unit = (row.group(3) != null) ? ", " + row.group(3) : "";
			meters.put(row.group(1), row.group(2) + unit + " " + new TreeSet<>(codes(row.group(4))));
		}
		return meters;
	}

	private static List<String> cells(String header, int column) throws IOException {
		return document().lines()
			.dropWhile((line) -> !line.startsWith(header))
			.skip(2)
			.takeWhile((line) -> line.startsWith("|"))
			.flatMap((line) -> codes(line.split("\\|")[column + 1]).stream())
			.toList();
	}

	private static List<String> codes(String cell) {
		return CODE.matcher(cell).results().map((code) -> code.group(1)).toList();
	}

	private static String document() throws IOException {
		Path folder = Path.of("").toAbsolutePath();
		while (!Files.exists(folder.resolve("docs/observability.md"))) {
			folder = folder.getParent();
		}
		return Files.readString(folder.resolve("docs/observability.md"));
	}

	static class Everywhere {

		private final CountDownLatch release;

		Everywhere(CountDownLatch release) {
			this.release = release;
		}

		@JobHandler(queue = "bullmq")
		void bullmq(Map<String, String> payload) throws InterruptedException {
			run(payload);
		}

		@JobHandler(queue = "omniq")
		void omniq(Map<String, String> payload) throws InterruptedException {
			run(payload);
		}

		@JobHandler(queue = "conveyor")
		void conveyor(Map<String, String> payload) throws InterruptedException {
			run(payload);
		}

		@JobHandler(queue = "streams")
		void streams(Map<String, String> payload) throws InterruptedException {
			run(payload);
		}

		private void run(Map<String, String> payload) throws InterruptedException {
			if ("fail".equals(payload.get("does"))) {
				throw new UnrecoverableJobException("no");
			}
			if ("wait".equals(payload.get("does"))) {
				this.release.await(60, TimeUnit.SECONDS);
			}
		}

	}

}
