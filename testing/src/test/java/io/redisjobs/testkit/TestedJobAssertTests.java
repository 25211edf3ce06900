package io.redisjobs.testkit;

import java.time.Duration;

import io.redisjobs.JobOperations;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.JobsTest;
import io.redisjobs.testing.TestedJob;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests what assertions about runs say when they do not hold. */
@JobsTest
class TestedJobAssertTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Autowired
	private JobQueues queues;

	@Test
	void aFailedJobThatShouldBeCompletedShowsItsErrorAndPayload() {
		this.jobs.publish("letters", new Letter("Ada", 1));
		TestedJob job = this.tester.runOne("letters");
		assertThat(job).isFailed().failedWith(IllegalStateException.class);
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(job).isCompleted())
			.withMessageContainingAll("Expected the job to be completed, but this happened:", "attempt 1: FAILED",
					"IllegalStateException: Nobody opens at Ada", "payload: {\"to\":\"Ada\",\"failures\":1}");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(job).isCompleted())
			.withCauseInstanceOf(IllegalStateException.class);
		refused(() -> assertThat(job).failedWith(IllegalArgumentException.class),
				"to have failed with java.lang.IllegalArgumentException");
		refused(() -> assertThat(job).failedWith(IllegalStateException.class, "Bob"), "saying 'Bob'");
		refused(() -> assertThat(job).hasResult(null), "to have the result <null>");
		refused(() -> assertThat(job).isRetrying(), "to be run again");
	}

	@Test
	void aCompletedJobThatShouldHaveAnotherResultShowsIts() {
		this.jobs.publish("letters", Letter.to("Ada"));
		TestedJob job = this.tester.runOne("letters");
		assertThat(job).isCompleted().hasResult("delivered to Ada").isAttempt(1).hasName("default");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(job).hasResult("lost"))
			.withMessageContainingAll("to have the result <lost>", "result: delivered to Ada");
		refused(() -> assertThat(job).isFailed(), "to have failed for good");
		refused(() -> assertThat(job).hasPayload(Letter.to("Bob")),
				"to have the payload {\"to\":\"Bob\",\"failures\":0}");
		refused(() -> assertThat(job).isAttempt(2), "to be attempt 2");
		refused(() -> assertThat(job).hasName("express"), "to have the name 'express'");
	}

	@Test
	void aJobThatDoesNotRunIsToldWithTheStateItIsIn() {
		this.jobs.publish("letters", Letter.to("Ada"), (options) -> options.delay(Duration.ofHours(1)));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.tester.runOne("letters"))
			.withMessage("Expected one job in queue 'letters', but 0 ran: []; the queue has {DELAYED=1}");
		this.queues.get("letters").queue().pause();
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.tester.runOne("letters"))
			.withMessageEndingWith("the queue has {DELAYED=1} and is paused");
	}

	private static void refused(ThrowingCallable assertion, String message) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion).withMessageContaining(message);
	}

}
