package io.redisjobs.testing;

import java.util.List;

import io.redisjobs.JobOperations;
import io.redisjobs.UnfitJobException;
import io.redisjobs.UnrecoverableJobException;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests handlers as a user would. */
@JobsTest(properties = "spring.data.redis.host=not-used.invalid")
class JobsTestTests {

	@Autowired
	private JobTester tester;

	@Autowired
	private JobOperations jobs;

	@Autowired
	private ApplicationContext context;

	@Test
	void aJobIsRunAndSettledWhenTheCallReturns() {
		String id = this.jobs.publish("emails", new Mail("Ada")).id();
		TestedJob job = this.tester.runOne("emails");
		assertThat(job.id()).isEqualTo(id);
		assertThat(job.completed()).isTrue();
		assertThat(job.result()).isEqualTo("sent to Ada");
		assertThat(this.tester.run("emails")).isEmpty();
	}

	@Test
	void aFailureForGoodIsToldWithItsReason() {
		this.jobs.publish("emails", new Mail("nobody"));
		TestedJob job = this.tester.runOne("emails");
		assertThat(job.failed()).isTrue();
		assertThat(job.error()).containsInstanceOf(UnrecoverableJobException.class);
		assertThat(job).asString().contains("FAILED").contains("nobody lives here");
	}

	@Test
	void retriesThatAreDueAreRun() {
		this.jobs.publish("emails", new Mail("busy"), (options) -> options.attempts(2));
		List<TestedJob> runs = this.tester.run("emails");
		assertThat(runs).extracting(TestedJob::retrying).containsExactly(true, false);
		assertThat(runs).extracting(TestedJob::failed).containsExactly(false, true);
	}

	@Test
	void jobsThatHandlersPublishAreRun() {
		this.jobs.publish("emails", new Mail("everybody"));
		assertThat(this.tester.run("emails")).extracting(TestedJob::result)
			.containsExactly("sent to everybody", "sent to Ada");
	}

	@Test
	void aPayloadThatDoesNotFitIsHandedBackForAnotherWorker() {
		this.jobs.publish("emails", List.of(1, 2));
		TestedJob job = this.tester.runOne("emails");
		assertThat(job.retrying()).isTrue();
		assertThat(job.due()).isPresent();
		assertThat(job.error()).containsInstanceOf(UnfitJobException.class);
		assertThat(job)
			.hasToString("Queue 'emails', job " + job.id() + ", attempt 1: HANDED_BACK (" + job.error().get() + ")");
	}

	@Test
	void aMissingJobOrQueueIsSaidClearly() {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.tester.runOne("emails"))
			.withMessageContaining("Expected one job in queue 'emails'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.tester.run("letters"))
			.withMessage(
					"No handler takes the jobs of queue 'letters'; there are handlers for [emails]. What was published "
							+ "to it is in published(\"letters\"), and answer(\"letters\", ..) takes its jobs as a worker "
							+ "elsewhere would.");
	}

	@Test
	void onlyHandlersArePartOfTheSlice() {
		assertThat(this.context.getBeanProvider(Mailer.class).getIfAvailable()).isNotNull();
		assertThat(this.context.getBeanProvider(Unrelated.class).getIfAvailable()).isNull();
	}

}
