package io.redisjobs.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.redisjobs.Deduplication;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobState;
import io.redisjobs.PublishedJob;
import io.redisjobs.convert.JsonPayloadConverter;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.redis.ScriptRunner;
import io.redisjobs.test.RedisProcess;
import io.redisjobs.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What the documentation of the options says, in each contract. */
@ExtendWith(TestRedis.class)
class OptionMeaningTests {

	private static final Duration ENOUGH = Duration.ofSeconds(10);

	private final JedisConnectionFactory connections = new JedisConnectionFactory(
			new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()));

	private @Nullable JobQueues queues;

	@AfterEach
	void disconnect() {
		if (this.queues != null) {
			this.queues.close();
		}
		this.connections.destroy();
	}

	private JobTemplate template(Contracts contract) {
		return template(contract, this.connections);
	}

	private JobTemplate template(Contracts contract, JedisConnectionFactory connections) {
		connections.afterPropertiesSet();
		connections.start();
		this.queues = contract.queues(new ScriptRunner(connections));
		return new JobTemplate(this.queues, new JsonPayloadConverter(new JsonMapper()), List.of());
	}

	private JobQueue queue() {
		assertThat(this.queues).isNotNull();
		return this.queues.get("my-mails").queue();
	}

	private List<? extends ReservedJob> taken(Duration maxWait) {
		return queue().reserve(10, maxWait).jobs();
	}

	@ParameterizedTest
	@EnumSource
	void aJobWithoutOptionsHasWhatItsContractGivesIt(Contracts contract) {
		JobTemplate jobs = template(contract);
		queue().maintain(10);
		jobs.publish("my-mails", List.of(1));
		assertThat(taken(ENOUGH)).singleElement().satisfies((job) -> {
			assertThat(job.maxAttempts()).isEqualTo((contract == Contracts.BULLMQ) ? 1 : 3);
			assertThat(job.name()).isEqualTo(switch (contract) {
				case BULLMQ -> "default";
				case OMNIQ -> "";
				case CONVEYOR -> "my-mails";
				case STREAMS -> "MY_MAILS";
			});
		});
	}

	static Stream<Contracts> contractsWithDelays() {
		return Stream.of(Contracts.BULLMQ, Contracts.OMNIQ, Contracts.CONVEYOR);
	}

	@ParameterizedTest
	@MethodSource("contractsWithDelays")
	void noDelayAndAMomentInThePastAreAtOnce(Contracts contract) {
		JobTemplate jobs = template(contract);
		jobs.publish("my-mails", List.of(1), (options) -> options.delay(Duration.ZERO));
		jobs.publish("my-mails", List.of(2), (options) -> options.runAt(Instant.now().minusSeconds(60)));
		jobs.publish("my-mails", List.of(3), (options) -> options.runAt(Instant.EPOCH.minusSeconds(1)));
		assertThat(taken(Duration.ZERO)).hasSize(3);
	}

	@Test
	void priorityOneIsFirstAmongThoseThatHaveOneAndZeroIsNone() {
		JobTemplate jobs = template(Contracts.BULLMQ);
		List<@Nullable Integer> priorities = new ArrayList<>(List.of(2, 1, 2_097_152, 0));
		priorities.add(null);
		for (Integer priority : priorities) {
			jobs.publish("my-mails", List.of(), (options) -> {
				options.name(String.valueOf(priority));
				if (priority != null) {
					options.priority(priority);
				}
			});
		}
		assertThat(taken(Duration.ZERO)).extracting(ReservedJob::name)
			.containsExactly("0", "null", "1", "2", "2097152");
	}

	@Test
	void inBullmqTheFirstJobStandsForASecondOneWithItsId() {
		JobTemplate jobs = template(Contracts.BULLMQ);
		jobs.publish("my-mails", List.of(1), (options) -> options.id("mine"));
		assertThat(jobs.publish("my-mails", List.of(2), (options) -> options.id("mine")))
			.isEqualTo(new PublishedJob("my-mails", "mine", false));
	}

	@Test
	void inOmniqASecondJobWithTheSameIdIsRefused() {
		JobTemplate jobs = template(Contracts.OMNIQ);
		jobs.publish("my-mails", List.of(1), (options) -> options.id("mine"));
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> jobs.publish("my-mails", List.of(2), (options) -> options.id("mine")))
			.withMessageContaining("a job with id 'mine' exists");
	}

	@Test
	void inStreamsASecondJobWithTheSameIdIsAdded() {
		JobTemplate jobs = template(Contracts.STREAMS);
		queue().maintain(10);
		jobs.publish("my-mails", List.of(1), (options) -> options.id("mine"));
		assertThat(jobs.publish("my-mails", List.of(2), (options) -> options.id("mine")).added()).isTrue();
		assertThat(taken(ENOUGH)).extracting(ReservedJob::id).containsExactly("mine", "mine");
	}

	@ParameterizedTest
	@EnumSource(names = "CONVEYOR", mode = EnumSource.Mode.EXCLUDE)
	void anIdMayBeLong(Contracts contract) {
		String id = "mail-".repeat(1000);
		assertThat(template(contract).publish("my-mails", List.of(1), (options) -> options.id(id)).id()).isEqualTo(id);
	}

	@Test
	void debouncingLetsTheLatestOfDelayedJobsWin() {
		JobTemplate jobs = template(Contracts.BULLMQ);
		Deduplication latest = Deduplication.debounce("draft", Duration.ofMinutes(1));
		String first = publish(jobs, latest, Duration.ofSeconds(30));
		String second = publish(jobs, latest, Duration.ofSeconds(30));
		assertThat(second).isNotEqualTo(first);
		assertThat(jobs.find("my-mails", first)).isEmpty();
		assertThat(jobs.find("my-mails", second))
			.hasValueSatisfying((job) -> assertThat(job.state()).isEqualTo(JobState.DELAYED));
	}

	@Test
	void ofReplacingWithoutDebouncingTheJobWithoutADelayIsTheOneToRunAtOnce() {
		JobTemplate jobs = template(Contracts.BULLMQ);
		Deduplication latest = new Deduplication("draft", null, false, true);
		String delayed = publish(jobs, latest, Duration.ofSeconds(30));
		String now = publish(jobs, latest, Duration.ZERO);
		assertThat(jobs.find("my-mails", delayed)).isEmpty();
		assertThat(taken(Duration.ZERO)).extracting(ReservedJob::id).containsExactly(now);
	}

	private static String publish(JobTemplate jobs, Deduplication deduplication, Duration delay) {
		return jobs.publish("my-mails", List.of(), (options) -> options.deduplication(deduplication).delay(delay)).id();
	}

	@Test
	void ofABatchInWhichRedisRefusesOneTheOthersArePublished() {
		JobTemplate jobs = template(Contracts.OMNIQ);
		jobs.publish("my-mails", List.of(0), (options) -> options.id("taken"));
		Iterator<String> ids = List.of("a", "taken", "b").iterator();
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> jobs.publishAll("my-mails", List.of(List.of(1), List.of(2), List.of(3)),
					(options) -> options.id(ids.next())))
			.withMessageContaining("job 2 of 3");
		assertThat(taken(Duration.ZERO)).extracting(ReservedJob::id).containsExactly("taken", "a", "b");
	}

	@Test
	void ofABatchInWhichOneDoesNotFitNoneIsPublished() {
		JobTemplate jobs = template(Contracts.OMNIQ);
		assertThatExceptionOfType(JobRefusedException.class)
			.isThrownBy(() -> jobs.publishAll("my-mails", List.of(Map.of("a", 1), "text", Map.of("a", 2))));
		assertThat(taken(Duration.ZERO)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void aRedisThatIsNotThereIsAnExceptionOfSpring(Contracts contract) {
		JedisConnectionFactory nowhere = new JedisConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", RedisProcess.freePort()));
		try {
			JobTemplate jobs = template(contract, nowhere);
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> jobs.publish("my-mails", List.of(1)));
		}
		finally {
			nowhere.destroy();
		}
	}

}
