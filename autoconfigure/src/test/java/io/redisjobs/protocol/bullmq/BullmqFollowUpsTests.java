package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.redisjobs.ParentLink;
import io.redisjobs.PublishedJob;
import io.redisjobs.kit.JobsApplication;
import io.redisjobs.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Jobs with a parent in another queue, as an application publishes them. */
@ExtendWith(TestRedis.class)
class BullmqFollowUpsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	@Test
	void aParentIsFoundBelowItsPrefixThoughNobodyHasOpenedItsQueueYet(Jedis jedis) {
		jedis.hset("first:parents:p", Map.of("name", "n", "data", "{}", "opts", "{}"));
		try (JobsApplication application = JobsApplication.builder()
			.properties("redis-jobs.queues.parents.prefix=first", "redis-jobs.queues.children.prefix=second")
			.run()) {
			PublishedJob child = application.jobs()
				.publish("children", 1,
						(options) -> options.parent(new ParentLink("parents", "p", ParentLink.OnFailure.WAIT)));
			assertThat(jedis.smembers("first:parents:p:dependencies")).containsExactly("second:children:" + child.id());
		}
	}

	@Test
	void aRunMayAddAChildToAnotherJobThatHasTheSameId(Jedis jedis) {
		jedis.hset("bull:others:same", Map.of("name", "n", "data", "{}", "opts", "{}"));
		List<String> added = new CopyOnWriteArrayList<>();
		try (JobsApplication application = JobsApplication.builder().handler("runs", (job) -> {
			added.add(job.children()
				.publish("others", 1,
						(options) -> options.parent(new ParentLink("others", "same", ParentLink.OnFailure.WAIT)))
				.id());
			return null;
		}).run()) {
			application.jobs().publish("runs", 1, (options) -> options.id("same"));
			await().atMost(PATIENCE).until(() -> added.size() == 1);
			assertThat(jedis.smembers("bull:others:same:dependencies")).containsExactly("bull:others:" + added.get(0));
		}
	}

}
