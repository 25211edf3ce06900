package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.redisjobs.Backoff;
import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.JobRetention;
import io.redisjobs.protocol.bullmq.BullmqSettings;
import io.redisjobs.protocol.conveyor.ConveyorSettings;
import io.redisjobs.protocol.omniq.OmniqSettings;
import io.redisjobs.protocol.streams.StreamsSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * How properties are found, laid over each other, and refused; by queue and contract.
 */
class PropertiesByQueueTests {

	private static final Map<String, Supplier<? extends ContractProperties>> CONTRACTS = Map.of("bullmq",
			BullmqProperties::new, "omniq", OmniqProperties::new, "conveyor", ConveyorProperties::new, "streams",
			StreamsProperties::new);

	private static PropertiesByQueue of(String... properties) {
		StandardEnvironment environment = new StandardEnvironment();
		Map<String, Object> values = Stream.of(properties)
			.map((property) -> property.split("=", 2))
			.collect(Collectors.toMap((property) -> "redis-jobs." + property[0], (property) -> property[1]));
		environment.getPropertySources().addFirst(new MapPropertySource("test", values));
		RedisJobsProperties bound = Binder.get(environment)
			.bindOrCreate("redis-jobs", Bindable.of(RedisJobsProperties.class));
		List<ContractGroup> groups = CONTRACTS.entrySet()
			.stream()
			.map((contract) -> new ContractGroup(contract.getKey(), contract.getValue()))
			.toList();
		return new PropertiesByQueue(bound, environment, groups);
	}

	private static BullmqSettings bullmq(String... properties) {
		return of(properties).settings("a", "bullmq", BullmqSettings.class);
	}

	@Test
	void withoutPropertiesTheContractsDefaultsHold() {
		PropertiesByQueue none = of();
		none.check();
		assertThat(none.queues()).isEmpty();
		assertThat(none.protocol("a")).isEqualTo("bullmq");
		assertThat(none.settings("a", "bullmq", BullmqSettings.class)).isEqualTo(BullmqSettings.defaults());
		assertThat(none.settings("a", "omniq", OmniqSettings.class)).isEqualTo(OmniqSettings.defaults());
		assertThat(none.settings("a", "conveyor", ConveyorSettings.class)).isEqualTo(ConveyorSettings.defaults());
		assertThat(none.settings("a", "streams", StreamsSettings.class)).isEqualTo(StreamsSettings.defaults());
		assertThat(none.defaults("conveyor", ConveyorSettings.class)).isEqualTo(ConveyorSettings.defaults());
	}

	@Test
	void whatAQueueSetsGoesBeforeTheDefaults() {
		PropertiesByQueue properties = of("defaults.concurrency=2", "defaults.lease=9s",
				"defaults.bullmq.max-stalled-count=2", "defaults.bullmq.stalled-interval=2s", "queues.a.concurrency=3",
				"queues.a.bullmq.max-stalled-count=3");
		assertThat(properties.common("a").getConcurrency()).isEqualTo(3);
		assertThat(properties.common("a").getLease()).isEqualTo(Duration.ofSeconds(9));
		assertThat(properties.common("b").getConcurrency()).isEqualTo(2);
		assertThat(properties.settings("a", "bullmq", BullmqSettings.class).stalls())
			.isEqualTo(new BullmqSettings.Stalls(Duration.ofSeconds(2), 3, null));
		assertThat(properties.settings("b", "bullmq", BullmqSettings.class).stalls().maxCount()).isEqualTo(2);
	}

	@Test
	void aQueueIsKnownByAnyPropertyAndUnderAnyName() {
		assertThat(of("queues.a.bullmq.max-stalled-count=3").queues()).containsExactly("a");
		assertThat(of("queues.[reports.daily].concurrency=3", "queues.[reports.daily].bullmq.max-stalled-count=7")
			.settings("reports.daily", "bullmq", BullmqSettings.class)
			.stalls()
			.maxCount()).isEqualTo(7);
		PropertiesByQueue empty = of("queues.video-generation=");
		assertThat(empty.queues()).containsExactly("video-generation");
		assertThatNoException().isThrownBy(empty::check);
	}

	@Test
	void whatIsKeptIsSaidInCommonOrForAContractAndTheNearestHolds() {
		assertThat(bullmq("defaults.keep-completed=1").kept().onComplete()).isEqualTo(JobRetention.keep(1));
		assertThat(bullmq("defaults.keep-completed=1", "defaults.bullmq.keep-completed=2").kept().onComplete())
			.isEqualTo(JobRetention.keep(2));
		assertThat(bullmq("defaults.bullmq.keep-completed=2", "queues.a.keep-completed=3").kept().onComplete())
			.isEqualTo(JobRetention.keep(3));
		assertThat(bullmq("queues.a.keep-completed=3", "queues.a.bullmq.keep-completed=4").kept().onComplete())
			.isEqualTo(JobRetention.keep(4));
		assertThat(bullmq("defaults.keep-failed=1", "queues.a.keep-failed=-1").kept().onFail())
			.isEqualTo(JobRetention.keepAll());
		OmniqSettings omniq = of("defaults.keep-failed=5", "queues.a.omniq.keep-completed=6").settings("a", "omniq",
				OmniqSettings.class);
		assertThat(omniq.failedKeep()).isEqualTo(5);
		assertThat(omniq.completedKeep()).isEqualTo(6);
		assertThat(of("defaults.keep-completed-for=1h").settings("a", "streams", StreamsSettings.class).retention())
			.isEqualTo(Duration.ofHours(1));
	}

	@Test
	void theNearestPlaceHoldsInEveryCombination() {
		List<String> places = List.of("queues.a.bullmq.", "queues.a.", "defaults.bullmq.", "defaults.");
		for (String name : List.of("keep-completed", "keep-failed")) {
			for (int combination = 1; combination < 16; combination++) {
				for (int all = 0; all < places.size(); all++) {
					List<String> set = new ArrayList<>();
					int nearest = Integer.numberOfTrailingZeros(combination);
					for (int place = 0; place < places.size(); place++) {
						if ((combination & 1 << place) != 0) {
							set.add(places.get(place) + name + "=" + ((place == all) ? -1 : place + 1));
						}
					}
					BullmqSettings.Kept kept = bullmq(set.toArray(String[]::new)).kept();
					assertThat(name.equals("keep-failed") ? kept.onFail() : kept.onComplete()).as(set.toString())
						.isEqualTo((nearest == all) ? JobRetention.keepAll() : JobRetention.keep(nearest + 1));
					String[] omniq = set.stream()
						.map((property) -> property.replace("bullmq", "omniq"))
						.toArray(String[]::new);
					OmniqSettings settings = of(omniq).settings("a", "omniq", OmniqSettings.class);
					assertThat(name.equals("keep-failed") ? settings.failedKeep() : settings.completedKeep())
						.as(set.toString())
						.isEqualTo((nearest == all) ? -1 : nearest + 1);
				}
			}
		}
	}

	@Test
	void aStackTraceOfLinesThatAreOffIsRefused() {
		PropertiesByQueue properties = of("defaults.retry-log-level=off", "queues.a.retry-stack-trace=true");
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(properties::check)
			.satisfies((error) -> {
				assertThat(error.getName()).isEqualTo("redis-jobs.queues.a.retry-stack-trace");
				assertThat(error.getReason()).isEqualTo("does nothing while retry-log-level is off");
			});
		of("defaults.retry-stack-trace=true", "queues.a.retry-log-level=off").check();
	}

	@Test
	void aDefaultThatAContractCannotFollowIsNotItsJobs() {
		PropertiesByQueue properties = of("defaults.backoff=3s", "defaults.backoff-type=exponential",
				"queues.a.protocol=omniq");
		properties.check();
		assertThat(CommonDefaults.of(properties.common("a")).backoff()).isEqualTo(Backoff.fixed(Duration.ofSeconds(3)));
		assertThat(CommonDefaults.of(properties.common("b")).backoff())
			.isEqualTo(Backoff.exponential(Duration.ofSeconds(3)));
	}

	@Test
	void aDefaultThatOneContractRefusesIsForTheQueuesOfOthers() {
		assertThatNoException().isThrownBy(of("defaults.keep-completed-for=0")::check);
		for (String[] streams : new String[][] { { "defaults.keep-completed-for=0", "queues.a.protocol=streams" },
				{ "queues.a.keep-completed-for=0", "queues.a.protocol=streams" },
				{ "defaults.keep-completed-for=0", "defaults.protocol=streams" } }) {
			assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(of(streams)::check)
				.withMessageContaining("at least 1ms");
		}
	}

	@Test
	void attemptsAndBackoffAreTheSameInEveryContract() {
		PropertiesByQueue properties = of("defaults.max-attempts=7", "defaults.backoff=3s",
				"defaults.backoff-type=exponential", "queues.s.backoff-type=fixed");
		properties.check();
		assertThat(CommonDefaults.of(properties.common("a")).attempts()).isEqualTo(7);
		assertThat(CommonDefaults.of(properties.common("a")).backoff())
			.isEqualTo(Backoff.exponential(Duration.ofSeconds(3)));
		assertThat(properties.settings("a", "omniq", OmniqSettings.class).maxAttempts()).isEqualTo(7);
		assertThat(properties.settings("a", "omniq", OmniqSettings.class).backoff()).isEqualTo(Duration.ofSeconds(3));
		assertThat(properties.settings("a", "conveyor", ConveyorSettings.class).maxRetries()).isEqualTo(7);
		assertThat(properties.settings("a", "conveyor", ConveyorSettings.class).backoff())
			.isEqualTo(Backoff.exponential(Duration.ofSeconds(3)));
		assertThat(properties.settings("a", "streams", StreamsSettings.class).attempts()).isEqualTo(7);
		assertThat(properties.settings("a", "streams", StreamsSettings.class).retryAfter())
			.isEqualTo(Duration.ofSeconds(3));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			queues.a.concurrency | 0
			queues.a.lease | 900ms
			queues.a.shutdown-timeout | -1s
			queues.a.max-attempts | 0
			queues.a.backoff | -1s
			queues.a.backoff-type | exponential
			queues.a.backoff-cap | -1s
			queues.a.unfit-hand-backs | -1
			defaults.unfit-pause | 0
			queues.a.not-retryable | java.lang.String
			defaults.not-retryable | java.lang.IllegalStateException,java.lang.String
			queues.a.max-payload | 0B
			queues.a.max-payload | 2GB
			queues.a.keep-completed-for | -1s
			defaults.max-attempts | 0
			defaults.bullmq.limiter-max | 0
			queues.a.bullmq.limiter-max | 0
			queues.a.bullmq.limiter-duration | 1s
			queues.a.bullmq.max-stalled-count | -1
			queues.a.bullmq.max-started-attempts | 0
			queues.a.bullmq.metrics-minutes | 0
			queues.a.bullmq.stalled-interval | 0
			defaults.omniq.poll-interval | 0
			defaults.omniq.child-counter-ttl | 0
			defaults.streams.keep-completed-for | 0
			defaults.streams.consumer-idle | 0
			defaults.streams.abandoned-after | 0
			""")
	void aValueNoQueueCanHaveIsRefusedByItsName(String name, String value) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(of(name + "=" + value)::check)
			.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("redis-jobs." + name));
	}

	@Test
	void whatIsSaidOfHandingJobsBackWhereTheyAreNotIsRefused() {
		for (String property : List.of("unfit-hand-backs=3", "unfit-pause=1s")) {
			assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
				.isThrownBy(of("defaults.unfit-jobs=fail", "queues.a." + property)::check)
				.satisfies((ex) -> assertThat(ex.getName())
					.isEqualTo("redis-jobs.queues.a." + property.substring(0, property.indexOf('='))))
				.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo("does nothing where unfit-jobs is fail"));
			assertThatNoException()
				.isThrownBy(of("defaults." + property, "queues.a.unfit-jobs=fail", "queues.b.unfit-jobs=retry")::check);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			pigeons                            | Remove redis-jobs.pigeons, or correct its name
			strct                              | redis-jobs.strict
			queue.emails.protocol              | redis-jobs.queues.emails.protocol
			default.lease                      | redis-jobs.defaults.lease
			embedded.prot                      | redis-jobs.embedded.port
			queues.emails.protcol              | redis-jobs.queues.emails.protocol
			queues.emails.concurency           | redis-jobs.queues.emails.concurrency
			queues.emails.limiter-max          | redis-jobs.queues.emails.bullmq.limiter-max
			queues.emails.route.by             | redis-jobs.queues.emails.streams.route.by
			queues.emails.bull.limiter-max     | redis-jobs.queues.emails.bullmq.limiter-max
			queues.emails.bullmq.limitr-max    | redis-jobs.queues.emails.bullmq.limiter-max
			queues.emails.bullmq.concurrency   | redis-jobs.queues.emails.concurrency
			queues.[a.b].protcol               | redis-jobs.queues[a.b].protocol
			defaults.preset                    | redis-jobs.defaults.conveyor.preset
			defaults.streams.route.tpyes       | redis-jobs.defaults.streams.route.types
			queues.emails.concurrency[0]       | Remove redis-jobs.queues.emails.concurrency[0]
			queues.a.b.concurrency             | redis-jobs.queues[a.b].concurrency
			queues.a.b.c.bullmq.limiter-max    | redis-jobs.queues[a.b.c].bullmq.limiter-max
			queues.mails.leases.concurrency    | redis-jobs.queues[mails.leases].concurrency
			""")
	void anUnknownNameIsRefusedWithWhatWasMeant(String name, String meant) {
		assertThatExceptionOfType(InvalidJobsConfigurationException.class).isThrownBy(of(name + "=1")::check)
			.satisfies((ex) -> assertThat(ex.getMessage()).contains("There is no such property"))
			.satisfies((ex) -> assertThat(ex.action()).contains(meant));
	}

	@Test
	void allUnknownNamesAreToldAtOnce() {
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(of("strct=true", "queues.emails.protcol=omniq")::check)
			.satisfies((ex) -> assertThat(ex.getMessage()).contains("redis-jobs.strct",
					"redis-jobs.queues.emails.protcol"))
			.satisfies((ex) -> assertThat(ex.action().lines()).hasSize(2));
	}

	@Test
	void listsAndMapsAreKnown() {
		assertThatNoException().isThrownBy(of("defaults.not-retryable[0]=java.lang.IllegalStateException",
				"queues.r.protocol=streams", "queues.r.streams.route.types[0]=tts",
				"queues.r.streams.route.types[1]=stt", "queues.r.streams.route.aliases.speech=tts")::check);
	}

	@Test
	void aGroupOfAnotherContractIsRefusedAtAQueueAndKnownUnderDefaults() {
		assertThatNoException().isThrownBy(
				of("defaults.bullmq.limiter-max=1", "defaults.protocol=omniq", "queues.a.concurrency=1")::check);
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(of("queues.a.protocol=omniq", "queues.a.bullmq.limiter-max=1")::check)
			.withMessage("Queue 'a' speaks omniq, but has properties of bullmq: redis-jobs.queues.a.bullmq.limiter-max")
			.satisfies((ex) -> assertThat(ex.action()).contains("redis-jobs.queues.a.protocol to bullmq"));
	}

	@ParameterizedTest
	@CsvSource({ "omniq, prefix, x", "omniq, backoff-cap, 1s", "omniq, keep-completed-for, 1s",
			"conveyor, max-payload, 1MB", "conveyor, keep-completed, 1", "streams, keep-failed, 1",
			"streams, backoff-cap, 1h" })
	void aCommonPropertyThatTheContractCannotFollowIsRefusedAtAQueue(String protocol, String name, String value) {
		assertThatNoException().isThrownBy(
				of("defaults." + name + "=" + value, "defaults.protocol=" + protocol, "queues.a.concurrency=1")::check);
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(of("queues.a.protocol=" + protocol, "queues.a." + name + "=" + value)::check)
			.withMessageContaining("Queue 'a' speaks " + protocol)
			.withMessageContaining("redis-jobs.queues.a." + name);
	}

	@Test
	void whatHoldsForAllQueuesIsRefusedAtOne() {
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(of("queues.a.protocol=omniq", "queues.a.omniq.child-counter-ttl=1h")::check)
			.withMessageContaining("redis-jobs.queues.a.omniq.child-counter-ttl")
			.satisfies((ex) -> assertThat(ex.action()).contains("redis-jobs.defaults"));
	}

	@Test
	void targetsAreTheQueuesThatOthersName() {
		assertThat(of("defaults.protocol=streams", "queues.r.streams.route.types=tts",
				"queues.r.streams.route.failures-to=failed", "queues.tts.streams.results-to=completed")
			.targets()).containsExactlyInAnyOrder("tts", "failed", "completed");
	}

}
