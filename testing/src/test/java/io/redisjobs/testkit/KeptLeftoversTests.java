package io.redisjobs.testkit;

import io.redisjobs.JobOperations;
import io.redisjobs.testing.AutoConfigureRedisJobs;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that what a method leaves stays where that is wanted. */
@JobsTest
@AutoConfigureRedisJobs(clear = false)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeptLeftoversTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Test
	@Order(1)
	void aJobIsLeft() {
		this.jobs.publish("letters", Letter.to("Ada"));
	}

	@Test
	@Order(2)
	void itIsThereUntilItIsClearedByHand() {
		assertThat(this.tester.published("letters")).hasSize(1);
		this.tester.clear();
		assertThat(this.tester.published("letters")).isEmpty();
		assertThat(this.tester.run("letters")).isEmpty();
	}

	@Test
	@Order(3)
	void aFakeWorkerTakesJobs() {
		this.jobs.publish("videos", Letter.to("Ada"));
		assertThat(this.tester.answer("videos", (job) -> "first").await(1)).hasSize(1);
	}

	@Test
	@Order(4)
	void itHasEndedWithTheMethodAllTheSame() {
		this.jobs.publish("videos", Letter.to("Ada"));
		assertThat(this.tester.answer("videos", (job) -> "second").await(1).get(0)).hasResult("second");
	}

}
