package io.redisjobs.testkit;

import io.redisjobs.test.TestRedis;
import io.redisjobs.testing.AutoConfigureRedisJobs;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that queues of BullMQ are emptied on a Redis that is not the kit's own. */
@JobsTest(properties = { "redis-jobs.defaults.protocol=bullmq", "redis-jobs.defaults.max-attempts=4",
		"redis-jobs.defaults.backoff=1h" })
@AutoConfigureRedisJobs(embedded = false)
class BullmqLeftoverTests extends LeftoverBehaviours {

	@Autowired
	private JobTester tester;

	@Autowired
	private StringRedisTemplate redis;

	@DynamicPropertySource
	static void useAnotherRedis(DynamicPropertyRegistry properties) {
		properties.add("spring.data.redis.host", TestRedis::host);
		properties.add("spring.data.redis.port", TestRedis::port);
	}

	@Test
	@Order(5)
	void queuesWhosePrefixBeginsLikeAQueueAreOfOthers() {
		this.redis.opsForHash().put("bull:letters:night:mail:meta", "opts.maxLenEvents", "10000");
		this.redis.opsForList().leftPush("bull:letters:night:mail:wait", "1");
		this.redis.opsForHash().put("bull:letters:night:mail:1", "name", "default");
		this.redis.opsForHash().put("bull:letters:1", "name", "default");
		this.redis.opsForList().leftPush("bull:letters:1:logs", "begun");
		this.tester.clear();
		assertThat(this.redis.keys("bull:letters:*")).containsExactlyInAnyOrder("bull:letters:night:mail:meta",
				"bull:letters:night:mail:wait", "bull:letters:night:mail:1");
	}

}
