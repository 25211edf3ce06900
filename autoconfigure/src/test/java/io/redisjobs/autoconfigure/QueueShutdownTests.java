package io.redisjobs.autoconfigure;

import java.time.Duration;

import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application that ends takes its workers' names off the lists in Redis.
 */
@ExtendWith(TestRedis.class)
class QueueShutdownTests {

	@Test
	void theConsumerOfAStreamIsRemoved(Jedis redis) {
		JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.parting.protocol=streams")
			.handler("parting", (job) -> null)
			.run();
		application.jobs().publish("parting", "job");
		await().ignoreExceptions()
			.atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(redis.xinfoConsumers2("jobs:parting", "worker-group")).hasSize(1));
		application.close();
		assertThat(redis.xinfoConsumers2("jobs:parting", "worker-group")).isEmpty();
	}

	@Test
	void aConveyorWorkerSignsOff(Jedis redis) {
		JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.farewell.protocol=conveyor")
			.handler("farewell", (job) -> null)
			.run();
		await().atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(redis.zcard("workers:active")).isEqualTo(1));
		application.close();
		assertThat(redis.zcard("workers:active")).isZero();
	}

	@Test
	void anApplicationThatIsStoppedAndStartedAgainGoesOn(Jedis redis) {
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.again.protocol=streams", "redis-jobs.queues.again.streams.results-to=done")
			.handler("again", (job) -> "ok")
			.run()) {
			application.context().stop();
			application.context().start();
			application.jobs().publish("again", "job");
			await().atMost(Duration.ofSeconds(30))
				.untilAsserted(() -> assertThat(redis.xlen("jobs:done")).isEqualTo(1));
		}
	}

}
