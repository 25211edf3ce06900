package io.redisjobs.testkit;

import io.redisjobs.test.TestRedis;
import io.redisjobs.testing.AutoConfigureRedisJobs;
import io.redisjobs.testing.JobsTest;

import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tests that queues of BullMQ are emptied on a Redis that is not the kit's own. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=bullmq", "redis-jobs.defaults.max-attempts=4",
		"redis-jobs.defaults.backoff=1h" })
@AutoConfigureRedisJobs(embedded = false)
class BullmqLeftoverTests extends LeftoverBehaviours {

	@DynamicPropertySource
	static void useAnotherRedis(DynamicPropertyRegistry properties) {
		properties.add("spring.data.redis.host", TestRedis::host);
		properties.add("spring.data.redis.port", TestRedis::port);
	}

}
