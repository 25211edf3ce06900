package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.Map;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Where requests may not be routed to. */
@ExtendWith(TestRedis.class)
class StreamsRouterLimitsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String[] PIPELINE = { "redis-jobs.defaults.protocol=streams",
			"redis-jobs.queues.requested.streams.route.failures-to=refused", "redis-jobs.queues.tts.concurrency=1",
			"redis-jobs.queues.completed.concurrency=1", "redis-jobs.queues.failed.concurrency=1" };

	@Test
	void requestsOfTheTypesCompletedAndFailedGoToTheFailures(Jedis redis) {
		try (JobsApplication application = start("redis-jobs.queues.requested.unfit-jobs=fail")) {
			application.jobs().publish("requested", 1, (options) -> options.type("COMPLETED"));
			application.jobs().publish("requested", 2, (options) -> options.type("failed"));
			application.jobs().publish("requested", 3, (options) -> options.type("REQUESTED"));
			await().atMost(PATIENCE).until(() -> redis.xlen("jobs:refused") == 3);
			assertThat(failure(redis)).contains("No queue takes jobs of type");
			assertThat(redis.xlen("jobs:completed")).isZero();
			assertThat(redis.xlen("jobs:failed")).isZero();
		}
	}

	@Test
	void aTypeThatOnlyTheRouterOfANewVersionKnowsWaitsForThat(Jedis redis) {
		try (JobsApplication old = start("redis-jobs.queues.requested.max-attempts=1",
				"redis-jobs.queues.requested.unfit-pause=100ms")) {
			old.jobs().publish("requested", 1, (options) -> options.type("DANCE"));
			await().atMost(PATIENCE).until(() -> !redis.keys("redis-jobs:*handBacks:*").isEmpty());
			try (JobsApplication next = start("redis-jobs.queues.requested.max-attempts=1",
					"redis-jobs.queues.requested.unfit-pause=100ms", "redis-jobs.queues.dance.concurrency=1")) {
				await().atMost(PATIENCE).until(() -> redis.xlen("jobs:dance") == 1);
			}
		}
		assertThat(redis.xlen("jobs:refused")).isZero();
	}

	@Test
	void aRouterBeanCannotRouteToOutcomesEither(Jedis redis) {
		JobRouter toResults = (envelope) -> "completed";
		try (JobsApplication application = JobsApplication.builder()
			.properties(PIPELINE)
			.bean(JobRouter.class, toResults)
			.run()) {
			application.jobs().publish("requested", 1, (options) -> options.type("TTS"));
			await().atMost(PATIENCE).until(() -> redis.xlen("jobs:refused") == 1);
			assertThat(failure(redis)).contains("takes results or failures");
			assertThat(redis.xlen("jobs:completed")).isZero();
		}
	}

	@Test
	void anAliasOfAnOutcomeStopsTheStart() {
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(() -> start("redis-jobs.queues.requested.streams.route.aliases.done=completed").close())
			.withMessageContaining("'completed'");
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(() -> start("redis-jobs.queues.requested.streams.route.types=refused").close())
			.withMessageContaining("'refused'");
	}

	@Test
	void routersThatSendATypeInACircleStopTheStart() {
		assertThatExceptionOfType(InvalidJobsConfigurationException.class)
			.isThrownBy(() -> start("redis-jobs.queues.requested.streams.route.aliases.dance=second",
					"redis-jobs.queues.second.streams.route.aliases.dance=requested")
				.close())
			.withMessageContaining("circle");
	}

	@Test
	void routersMayFollowOneAnother(Jedis redis) {
		try (JobsApplication application = start("redis-jobs.queues.requested.streams.route.aliases.dance=second",
				"redis-jobs.queues.second.streams.route.aliases.dance=tts")) {
			application.jobs().publish("requested", 1, (options) -> options.type("DANCE"));
			await().atMost(PATIENCE).until(() -> redis.xlen("jobs:tts") == 1);
		}
	}

	@Test
	void aCircleThatShowsOnlyAtRunTimeEndsInTheFailures(Jedis redis) {
		try (JobsApplication one = start("redis-jobs.queues.requested.streams.route.aliases.dance=second");
				JobsApplication other = JobsApplication.builder()
					.properties("redis-jobs.defaults.protocol=streams",
							"redis-jobs.queues.second.streams.route.failures-to=refused",
							"redis-jobs.queues.second.streams.route.aliases.dance=requested")
					.run()) {
			one.jobs().publish("requested", Map.of("n", 1), (options) -> options.type("DANCE"));
			await().atMost(PATIENCE).until(() -> redis.xlen("jobs:refused") == 1);
			assertThat(failure(redis)).contains("circle");
			assertThat(redis.xrange("jobs:second", (StreamEntryID) null, null))
				.allSatisfy((entry) -> assertThat(entry.getFields()).containsOnlyKeys("payload"));
		}
	}

	@Test
	void aCircleOfRoutersThatTakeEachOtherForWorkersEndsInTheFailures(Jedis redis) {
		try (JobsApplication one = start("redis-jobs.queues.requested.streams.route.aliases.dance=second",
				"redis-jobs.queues.second.concurrency=1");
				JobsApplication other = JobsApplication.builder()
					.properties("redis-jobs.defaults.protocol=streams",
							"redis-jobs.queues.second.streams.route.failures-to=refused",
							"redis-jobs.queues.second.streams.route.aliases.dance=requested",
							"redis-jobs.queues.requested.concurrency=1")
					.run()) {
			one.jobs().publish("requested", Map.of("n", 1), (options) -> options.type("DANCE"));
			await().atMost(PATIENCE).until(() -> redis.xlen("jobs:refused") == 1);
			assertThat(failure(redis)).contains("circle");
		}
	}

	private static String failure(Jedis redis) {
		return redis.xrange("jobs:refused", (StreamEntryID) null, null).get(0).getFields().get("payload");
	}

	private static JobsApplication start(String... properties) {
		return JobsApplication.builder().properties(PIPELINE).properties(properties).run();
	}

}
