package io.redisjobs.publish;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.redisjobs.Backoff;
import io.redisjobs.Deduplication;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobRetention;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.convert.JsonPayloadConverter;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobOption;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.RedisDump;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Every option is taken by the contracts that have it, and refused by the others. */
@ExtendWith(TestRedis.class)
class JobOptionTests {

	private static final List<Integer> PAYLOAD = List.of(1);

	private static final Deduplication DEBOUNCE = Deduplication.debounce("draft", Duration.ofMinutes(1));

	private static final String DEBOUNCE_AT_ONCE = "a job that debounces needs a delay: without one the first job starts "
			+ "at once, and later ones are not added until PT1M has passed. Set option 'delay' to that time, or use "
			+ "Deduplication.throttle if the first job is the one to run";

	private static final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));

	static Stream<Arguments> optionsOfContracts() {
		return Arrays.stream(Contracts.values())
			.flatMap((contract) -> JobOption.all().stream().map((option) -> Arguments.of(contract, option)));
	}

	/** Sets an option to a value that makes sense, given a job that may be its parent. */
	private static Consumer<JobOptions> sample(JobOption option, String other) {
		return switch (option) {
			case NAME -> (options) -> options.name("welcome");
			case ID -> (options) -> options.id("own-id");
			case DELAY -> (options) -> options.delay(Duration.ofSeconds(1));
			case RUN_AT -> (options) -> options.runAt(Instant.now().plusSeconds(1));
			case PRIORITY -> (options) -> options.priority(1);
			case LIFO -> (options) -> options.lifo(true);
			case ATTEMPTS -> (options) -> options.attempts(2);
			case BACKOFF -> (options) -> options.backoff(Backoff.fixed(Duration.ofSeconds(1)));
			case TIMEOUT -> (options) -> options.timeout(Duration.ofSeconds(1));
			case REMOVE_ON_COMPLETE -> (options) -> options.removeOnComplete(JobRetention.removeAll());
			case REMOVE_ON_FAIL -> (options) -> options.removeOnFail(JobRetention.keep(1));
			case KEEP_LOGS -> (options) -> options.keepLogs(1);
			case STACK_TRACE_LIMIT -> (options) -> options.stackTraceLimit(1);
			case DEDUPLICATION -> (options) -> options.deduplication(Deduplication.untilFinished("mail"));
			case PARENT -> (options) -> options.parent(other);
			case AFTER -> (options) -> options.after(other);
			case GROUP -> (options) -> options.group("tenant", 2);
			case USER_ID -> (options) -> options.userId("ada");
			case TYPE -> (options) -> options.type("WELCOME");
			case TRACE_CONTEXT -> (options) -> options.traceContext("{}");
		};
	}

	@BeforeAll
	static void connect() {
		connections.afterPropertiesSet();
		connections.start();
	}

	@AfterAll
	static void disconnect() {
		connections.destroy();
	}

	private static JobTemplate template(JobQueues queues) {
		return new JobTemplate(queues, new JsonPayloadConverter(new JsonMapper()), List.of());
	}

	@ParameterizedTest
	@MethodSource("optionsOfContracts")
	void anOptionIsTakenWhereTheContractHasItAndRefusedByItsNameWhereNot(Contracts contract, JobOption option,
			Jedis jedis) {
		try (JobQueues queues = contract.queues(new ScriptRunner(connections))) {
			JobTemplate jobs = template(queues);
			Consumer<JobOptions> sample = sample(option, jobs.publish("emails", PAYLOAD).id());
			if (queues.get("emails").can(option.capability())) {
				assertThat(jobs.publish("emails", PAYLOAD, sample).added()).isTrue();
			}
			else {
				Map<String, Object> before = RedisDump.of(jedis, "*");
				assertThatExceptionOfType(UnsupportedJobOptionException.class)
					.isThrownBy(() -> jobs.publish("emails", PAYLOAD, sample))
					.withMessageStartingWith("Queue 'emails': option '" + option.option() + "'")
					.satisfies((ex) -> assertThat(ex.option()).isEqualTo(option.option()));
				assertThat(RedisDump.of(jedis, "*")).isEqualTo(before);
			}
		}
	}

	@Test
	void everyFieldOfTheOptionsIsInTheTable() {
		Set<String> fields = Arrays.stream(JobOptions.class.getDeclaredFields())
			.filter((field) -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
			.map(Field::getName)
			.collect(Collectors.toSet());
		// says who publishes, not how the job is to be run
		assertThat(fields).contains("publishedBy");
		fields.remove("publishedBy");
		assertThat(JobOption.all()).extracting(JobOption::option).containsExactlyInAnyOrderElementsOf(fields);
	}

	@ParameterizedTest
	@MethodSource("options")
	void eachRowOfTheTableIsAboutTheOptionOfItsName(JobOption option) throws ReflectiveOperationException {
		JobOptions options = new JobOptions();
		assertThat(JobOption.all()).noneMatch((other) -> other.isSet(options));
		sample(option, "1").accept(options);
		assertThat(JobOption.all()).filteredOn((other) -> other.isSet(options)).containsExactly(option);
		assertThat(JobOptions.class.getMethod(option.option()).invoke(options)).isNotNull();
		assertThat(option.problem(options)).isNull();
	}

	static List<JobOption> options() {
		return JobOption.all();
	}

	@ParameterizedTest
	@MethodSource("nonsense")
	void aValueThatMakesNoSenseAnywhereIsRefused(Contracts contract, Consumer<JobOptions> nonsense, String problem,
			Jedis jedis) {
		try (JobQueues queues = contract.queues(new ScriptRunner(connections))) {
			assertThatExceptionOfType(JobRefusedException.class)
				.isThrownBy(() -> template(queues).publish("emails", PAYLOAD, nonsense))
				.withMessage("Queue 'emails': " + problem);
			assertThat(jedis.dbSize()).isZero();
		}
	}

	static Stream<Arguments> nonsense() {
		return Stream.of(
				nonsense(Contracts.OMNIQ, (options) -> options.delay(Duration.ofMillis(-1)),
						"a delay cannot be negative: PT-0.001S"),
				nonsense(Contracts.CONVEYOR, (options) -> options.delay(Duration.ZERO).runAt(Instant.now()),
						"a job has either a delay or a runAt, not both"),
				nonsense(Contracts.BULLMQ, (options) -> options.priority(-1),
						"option 'priority' must be at least 0, not -1"),
				nonsense(Contracts.CONVEYOR, (options) -> options.attempts(0),
						"option 'attempts' must be at least 1, not 0"),
				nonsense(Contracts.OMNIQ, (options) -> options.timeout(Duration.ofNanos(999_999)),
						"a timeout must be at least 1 ms, not PT0.000999999S"),
				nonsense(Contracts.BULLMQ, (options) -> options.keepLogs(-1),
						"option 'keepLogs' must be at least 0, not -1"),
				nonsense(Contracts.BULLMQ, (options) -> options.stackTraceLimit(-1),
						"option 'stackTraceLimit' must be at least 0, not -1"),
				nonsense(Contracts.BULLMQ, (options) -> options.deduplication(DEBOUNCE), DEBOUNCE_AT_ONCE),
				nonsense(Contracts.BULLMQ, (options) -> options.deduplication(DEBOUNCE).delay(Duration.ZERO),
						DEBOUNCE_AT_ONCE),
				nonsense(Contracts.BULLMQ,
						(options) -> options.deduplication(DEBOUNCE).delay(Duration.ofNanos(999_999)),
						DEBOUNCE_AT_ONCE));
	}

	private static Arguments nonsense(Contracts contract, Consumer<JobOptions> options, String problem) {
		return Arguments.of(contract, options, problem);
	}

	@Test
	void aJobThatDebouncesMayRunAtAMoment() {
		try (JobQueues queues = Contracts.BULLMQ.queues(new ScriptRunner(connections))) {
			assertThat(template(queues)
				.publish("emails", PAYLOAD,
						(options) -> options.deduplication(DEBOUNCE).runAt(Instant.now().plusSeconds(60)))
				.added()).isTrue();
		}
	}

	@Test
	void aCapabilityIsKnownByItsOptionsOrByWhatItAllows() {
		assertThat(Capability.RETENTION.option()).isEqualTo("removeOnComplete, removeOnFail");
		assertThat(Capability.DELAY.option()).isEqualTo("delay, runAt");
		assertThat(Capability.FIND.option()).isEqualTo("find");
		assertThat(Capability.values()).allSatisfy((capability) -> assertThat(capability.option()).isNotEmpty());
	}

}
