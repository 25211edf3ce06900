package io.redisjobs.testkit;

import java.time.Duration;
import java.util.List;

import io.redisjobs.JobOperations;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.testing.FakeWorker;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.TestedJob;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;

import static io.redisjobs.JobState.ACTIVE;
import static io.redisjobs.JobState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** What a fake worker does in every contract. Retries come after one hour each. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class AnswerBehaviours {

	@Autowired
	JobTester tester;

	@Autowired
	JobOperations jobs;

	@Autowired
	JobQueues queues;

	@Autowired
	JobContainerRegistry containers;

	@Test
	@Order(1)
	void jobsAreCompletedWithTheAnswer() {
		FakeWorker worker = this.tester.answer("videos", (job) -> "a film of " + job.payload(Letter.class).to());
		String id = this.jobs.publish("videos", Letter.to("Hamlet")).id();
		TestedJob job = worker.await(1).get(0);
		assertThat(job).isCompleted().hasResult("a film of Hamlet").hasPayload(Letter.to("Hamlet"));
		assertThat(job.id()).isEqualTo(id);
		OpenQueue videos = this.queues.get("videos");
		assertThat(videos.queue().inspect().count(ACTIVE)).isZero();
	}

	@Test
	@Order(2)
	void itHasEndedWithTheTestMethod() {
		this.jobs.publish("videos", Letter.to("Hamlet"));
		assertThat(this.tester.run()).isEmpty();
		assertThat(this.queues.get("videos").queue().inspect().count(WAITING)).isOne();
	}

	@Test
	@Order(3)
	void anAnswerThatThrowsFailsTheAttemptAndTimeBringsTheNext() {
		FakeWorker worker = this.tester.answer("videos", (job) -> {
			if (job.attempt() == 1) {
				throw new IllegalStateException("no film in the camera");
			}
			return job.attempt();
		});
		this.jobs.publish("videos", Letter.to("Hamlet"));
		this.tester.run();
		assertThat(worker.jobs()).hasSize(1);
		assertThat(worker.jobs().get(0)).isRetrying().failedWith(IllegalStateException.class, "no film");
		this.tester.advance(Duration.ofHours(1));
		List<TestedJob> jobs = worker.jobs();
		assertThat(jobs).hasSize(2);
		assertThat(jobs.get(1)).isCompleted().hasResult(2);
	}

	@Test
	@Order(4)
	void anAnswerCanFailTheJobForGood() {
		FakeWorker worker = this.tester.answer("videos", (job) -> {
			throw new UnrecoverableJobException("burnt");
		});
		this.jobs.publish("videos", Letter.to("Hamlet"));
		assertThat(worker.await(1).get(0)).isFailed().failedWith(UnrecoverableJobException.class);
	}

	@Test
	@Order(5)
	void oneWorkerAtATimeTakesAQueue() {
		this.tester.answer("videos", (job) -> "first");
		assertThatIllegalStateException().isThrownBy(() -> this.tester.answer("videos", (job) -> "second"))
			.withMessage("Queue 'videos' is answered already; close that worker first");
		this.containers.get("letters").orElseThrow().start();
		assertThatIllegalStateException().isThrownBy(() -> this.tester.answer("letters", (job) -> "mine"))
			.withMessage("Queue 'letters' has a container that runs and takes the jobs itself; "
					+ "stop it before answering");
	}

	@Test
	@Order(7)
	void theHandlersDoNotTakeWhatIsAnswered() {
		FakeWorker worker = this.tester.answer("letters", (job) -> "answered");
		this.jobs.publish("letters", Letter.to("Ada"));
		assertThatIllegalStateException().isThrownBy(() -> this.tester.run("letters"))
			.withMessage("Queue 'letters' is answered by a fake worker, which takes its jobs; run() waits for it, "
					+ "and close() ends it");
		assertThat(this.tester.run()).isEmpty();
		assertThat(worker.jobs()).extracting(TestedJob::result).containsExactly("answered");
	}

	@Test
	@Order(8)
	void anAssertionThatFailsInAnAnswerFailsTheTest() {
		FakeWorker worker = this.tester.answer("videos", (job) -> {
			assertThat(job.payload(Letter.class)).isEqualTo(Letter.to("Macbeth"));
			return null;
		});
		this.jobs.publish("videos", Letter.to("Hamlet"));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> worker.await(1))
			.withMessageContainingAll("Macbeth", "Hamlet");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.tester.run())
			.withMessageContainingAll("Macbeth", "Hamlet");
		assertThat(worker.jobs()).extracting(TestedJob::retrying).containsExactly(true);
	}

	@Test
	@Order(6)
	void anotherOneMayFollow() {
		try (FakeWorker first = this.tester.answer("videos", (job) -> "first")) {
			this.jobs.publish("videos", Letter.to("Hamlet"));
			assertThat(first.await(1).get(0)).hasResult("first");
		}
		FakeWorker second = this.tester.answer("videos", (job) -> "second");
		this.jobs.publish("videos", Letter.to("Hamlet"));
		assertThat(second.await(1).get(0)).hasResult("second");
	}

}
