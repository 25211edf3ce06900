package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.redisjobs.JobRetention;
import io.redisjobs.JobState;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.publish.JobTemplate;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What publishing says for jobs that do not say it themselves. */
@ExtendWith(TestRedis.class)
class PublishedDefaultsTests {

	private static JsonNode options(String id) {
		try (Jedis redis = TestRedis.connect()) {
			return JsonMapper.shared().readTree(redis.hget("bull:orders:" + id, "opts"));
		}
	}

	@Test
	void aJobOfBullmqCarriesWhatItsQueueSays() {
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.defaults.max-attempts=4", "redis-jobs.defaults.backoff=2s",
					"redis-jobs.defaults.backoff-type=exponential", "redis-jobs.queues.orders.keep-completed=100",
					"redis-jobs.queues.orders.keep-failed-for=1h")
			.run()) {
			JobTemplate jobs = application.jobs();
			JsonNode stated = options(jobs.publish("orders", Map.of()).id());
			assertThat(stated.path("attempts").asInt()).isEqualTo(4);
			assertThat(stated.path("backoff").path("type").asString()).isEqualTo("exponential");
			assertThat(stated.path("backoff").path("delay").asInt()).isEqualTo(2000);
			assertThat(stated.path("removeOnComplete").asInt(-1)).isEqualTo(100);
			assertThat(stated.path("removeOnFail").path("age").asInt()).isEqualTo(3600);
			assertThat(options(jobs.publishAll("orders", List.of(1, 2)).get(1).id()).path("attempts").asInt())
				.isEqualTo(4);
		}
	}

	@Test
	void whatAJobSaysItselfHolds() {
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.defaults.max-attempts=4", "redis-jobs.defaults.keep-completed=100")
			.run()) {
			JsonNode stated = options(application.jobs()
				.publish("orders", Map.of(),
						(options) -> options.attempts(1).removeOnComplete(JobRetention.keep(Duration.ofMinutes(1))))
				.id());
			assertThat(stated.path("attempts").asInt()).isEqualTo(1);
			assertThat(stated.path("removeOnComplete").path("age").asInt()).isEqualTo(60);
			assertThat(stated.path("removeOnComplete").has("count")).isFalse();
		}
	}

	@Test
	void followUpsGoByWhatTheirOwnQueueSays() {
		List<String> seen = new CopyOnWriteArrayList<>();
		for (String protocol : List.of("bullmq", "conveyor")) {
			seen.clear();
			try (JobsApplication application = JobsApplication.builder()
				.properties("redis-jobs.defaults.protocol=" + protocol, "redis-jobs.defaults.max-attempts=4",
						"redis-jobs.queues.parts.max-attempts=7")
				.handler("wholes", (job) -> {
					job.children().publish("parts", "as the queue says", (options) -> {
					});
					job.children().publish("parts", "as the job says", (options) -> options.attempts(2));
					return null;
				})
				.handler("parts", (job) -> seen.add(new String(job.payload()) + ": " + job.maxAttempts()))
				.run()) {
				application.jobs().publish("wholes", Map.of());
				await().untilAsserted(() -> assertThat(seen).as(protocol)
					.containsExactlyInAnyOrder("\"as the queue says\": 7", "\"as the job says\": 2"));
			}
		}
	}

	@Test
	void withoutPropertiesNothingIsSaid() {
		try (JobsApplication application = JobsApplication.builder().run()) {
			JsonNode stated = options(application.jobs().publish("orders", Map.of()).id());
			assertThat(stated.has("removeOnComplete")).isFalse();
			assertThat(stated.has("backoff")).isFalse();
		}
	}

	@Test
	void whatAContractCannotFollowOfTheDefaultsKeepsNoJobFromBeingPublished() {
		for (String protocol : List.of("bullmq", "omniq", "conveyor", "streams")) {
			try (JobsApplication application = JobsApplication.builder()
				.properties("redis-jobs.queues.orders.protocol=" + protocol,
						"redis-jobs.defaults.prefix=" + protocol + ":", "redis-jobs.defaults.worker-name=worker",
						"redis-jobs.defaults.max-attempts=2", "redis-jobs.defaults.backoff=2s",
						"redis-jobs.defaults.backoff-type=exponential", "redis-jobs.defaults.backoff-cap=1m",
						"redis-jobs.defaults.max-payload=1MB", "redis-jobs.defaults.keep-completed=10",
						"redis-jobs.defaults.keep-completed-for=1h", "redis-jobs.defaults.keep-failed=10",
						"redis-jobs.defaults.keep-failed-for=1h")
				.run()) {
				application.jobs().publish("orders", Map.of("a", 1));
				assertThat(application.queue("orders").inspect().count(JobState.WAITING)).as(protocol).isEqualTo(1);
			}
		}
	}

	@Test
	void jobsOfOtherContractsGoByTheSameProperties() {
		for (String protocol : List.of("omniq", "conveyor", "streams")) {
			List<String> seen = new CopyOnWriteArrayList<>();
			try (JobsApplication application = JobsApplication.builder()
				.properties("redis-jobs.defaults.protocol=" + protocol, "redis-jobs.defaults.max-attempts=2",
						"redis-jobs.defaults.backoff=50ms")
				.handler("orders", (job) -> {
					seen.add(job.attempt() + " of " + job.maxAttempts());
					throw new IllegalStateException("as expected");
				})
				.run()) {
				application.jobs().publish("orders", Map.of("a", 1));
				await().untilAsserted(
						() -> assertThat(application.queue("orders").inspect().count(JobState.FAILED)).as(protocol)
							.isEqualTo(1));
				assertThat(seen).as(protocol).containsExactly("1 of 2", "2 of 2");
			}
		}
	}

}
