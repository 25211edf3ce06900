package io.redisjobs.testkit;

import java.time.Duration;

import io.redisjobs.Backoff;
import io.redisjobs.JobOperations;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import io.redisjobs.testing.TestedJob;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that time passes for BullMQ's limiter, and for its own ways of backing off. */
@JobsTest(properties = { "redis-jobs.queues.letters.bullmq.limiter-max=2",
		"redis-jobs.queues.letters.bullmq.limiter-duration=1h" })
class BullmqLimitTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Test
	void whatTheLimiterHoldsBackRunsWhenItsTimeIsOver() {
		for (String to : new String[] { "Ada", "Bob", "Cid", "Dan", "Eve" }) {
			this.jobs.publish("letters", Letter.to(to));
		}
		assertThat(this.tester.run()).hasSize(2);
		assertThat(this.tester.advance(Duration.ofMinutes(59))).isEmpty();
		assertThat(this.tester.advance(Duration.ofMinutes(1))).hasSize(2);
		assertThat(this.tester.advance(Duration.ofHours(1))).hasSize(1);
	}

	@Test
	void exponentialBackoffGrows() {
		this.jobs.publish("parcels", new Letter("Ada", 3),
				(options) -> options.attempts(4).backoff(Backoff.exponential(Duration.ofMinutes(1))));
		assertThat(this.tester.advance(Duration.ofMinutes(6))).hasSize(3);
		assertThat(this.tester.advance(Duration.ofMinutes(1))).extracting(TestedJob::completed).containsExactly(true);
	}

}
