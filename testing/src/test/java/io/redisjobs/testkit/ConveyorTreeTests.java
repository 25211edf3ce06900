package io.redisjobs.testkit;

import java.time.Duration;

import io.redisjobs.JobOperations;
import io.redisjobs.test.TestRedis;
import io.redisjobs.testing.AutoConfigureRedisJobs;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import io.redisjobs.testing.TestedJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that time passes for trees of Conveyor's jobs, and that nothing of them is left.
 */
@JobsTest(properties = { "redis-jobs.defaults.protocol=conveyor", "redis-jobs.defaults.max-attempts=1" })
@AutoConfigureRedisJobs(embedded = false)
class ConveyorTreeTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@DynamicPropertySource
	static void useAnotherRedis(DynamicPropertyRegistry properties) {
		properties.add("spring.data.redis.host", TestRedis::host);
		properties.add("spring.data.redis.port", TestRedis::port);
	}

	@BeforeEach
	void begin(@Autowired Clerk clerk) {
		clerk.whenever("", () -> {
		});
	}

	@Test
	void aDelayedChildRunsLaterAndAnHeirAfterIt() {
		String parent = this.jobs.publish("letters", Letter.to("parent")).id();
		this.jobs.publish("letters", Letter.to("child"),
				(options) -> options.parent(parent).delay(Duration.ofHours(1)));
		this.jobs.publish("parcels", Letter.to("heir"), (options) -> options.after(parent));
		assertThat(this.tester.run()).extracting(TestedJob::result).containsExactly("delivered to parent");
		assertThat(this.tester.advance(Duration.ofHours(1))).extracting(TestedJob::result)
			.containsExactly("delivered to child", "delivered to heir");
	}

	@Test
	void nothingIsLeftOfATree() {
		String parent = this.jobs.publish("letters", Letter.to("parent")).id();
		String child = this.jobs
			.publish("letters", Letter.to("child"), (options) -> options.parent(parent).delay(Duration.ofHours(1)))
			.id();
		this.jobs.publish("parcels", Letter.to("heir"), (options) -> options.after(parent));
		this.tester.run();
		String failed = this.jobs.publish("letters", new Letter("nobody", 9)).id();
		String waiting = this.jobs
			.publish("letters", Letter.to("waiting"), (options) -> options.delay(Duration.ofHours(1)))
			.id();
		this.jobs.publish("letters", Letter.to("grandchild"), (options) -> options.parent(waiting));
		this.tester.run();
		this.tester.clear();
		try (Jedis redis = TestRedis.connect()) {
			for (String id : new String[] { parent, child, failed, waiting }) {
				assertThat(redis.keys("*" + id + "*")).isEmpty();
			}
			assertThat(redis.zcard("scheduled")).isZero();
			assertThat(redis.llen("failed")).isZero();
			assertThat(redis.scard("jobs:active")).isZero();
			assertThat(redis.llen("letters") + redis.llen("parcels")).isZero();
		}
	}

}
