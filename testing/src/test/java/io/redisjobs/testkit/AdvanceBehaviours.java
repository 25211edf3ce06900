package io.redisjobs.testkit;

import java.time.Duration;
import java.util.List;

import io.redisjobs.JobOperations;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.testing.JobTester;
import io.redisjobs.testing.TestedJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What passing time means in every contract. Retries come after one second each. */
abstract class AdvanceBehaviours {

	@Autowired
	JobTester tester;

	@Autowired
	JobOperations jobs;

	@Autowired
	Clerk clerk;

	@Autowired
	JobQueues queues;

	@Autowired
	JobContainerRegistry containers;

	@BeforeEach
	void begin() {
		this.clerk.diary().clear();
		this.clerk.whenever("", () -> {
		});
	}

	@Test
	void aDelayedJobRunsWhenItsTimeHasPassedAndNotBefore() {
		assumeDelays();
		this.jobs.publish("letters", Letter.to("Ada"), (options) -> options.delay(Duration.ofHours(1)));
		assertThat(this.tester.advance(Duration.ofMinutes(59))).isEmpty();
		List<TestedJob> ran = this.tester.advance(Duration.ofMinutes(1));
		assertThat(ran).hasSize(1);
		assertThat(ran.get(0)).isCompleted().hasResult("delivered to Ada").hasPayload(Letter.to("Ada"));
	}

	@Test
	void retriesOfRetriesHappenWithinOneAdvance() {
		this.jobs.publish("letters", new Letter("Ada", 3));
		List<TestedJob> ran = this.tester.advance(Duration.ofSeconds(10));
		assertThat(ran).extracting(TestedJob::completed).containsExactly(false, false, false, true);
		assertThat(ran.get(0)).isRetrying().isAttempt(1).failedWith(IllegalStateException.class, "Nobody opens");
	}

	@Test
	void retriesThatAreNotDueYetAreLeft() {
		this.jobs.publish("letters", new Letter("Ada", 1));
		assertThat(this.tester.run()).hasSize(1);
		assertThat(this.tester.advance(Duration.ofMillis(500))).isEmpty();
		assertThat(this.tester.advance(Duration.ofMillis(500))).hasSize(1);
	}

	@Test
	void jobsOfSeveralQueuesRunInTheOrderInWhichTheyAreDue() {
		assumeDelays();
		this.jobs.publish("letters", new Letter("Ada", 2), (options) -> options.delay(Duration.ofSeconds(100)));
		this.jobs.publish("parcels", Letter.to("Bob"), (options) -> options.delay(Duration.ofMillis(101_500)));
		this.jobs.publish("parcels", Letter.to("Cid"), (options) -> options.delay(Duration.ofSeconds(50)));
		this.tester.advance(Duration.ofSeconds(200));
		assertThat(this.clerk.diary()).containsExactly("parcel to Cid, attempt 1", "letter to Ada, attempt 1",
				"letter to Ada, attempt 2", "parcel to Bob, attempt 1", "letter to Ada, attempt 3");
	}

	@Test
	void aRestThatAHandlerAskedForEnds() {
		this.clerk.tire();
		this.jobs.publish("letters", Letter.to("Ada"));
		assertThat(this.tester.run()).hasSize(1);
		assertThat(this.tester.advance(Duration.ofMinutes(59))).isEmpty();
		assertThat(this.tester.advance(Duration.ofMinutes(1))).extracting(TestedJob::completed).containsExactly(true);
	}

	@Test
	void whatAPausedQueueHoldsIsLeft() {
		this.jobs.publish("letters", new Letter("Ada", 1));
		this.tester.run();
		this.queues.get("letters").queue().pause();
		assertThat(this.tester.advance(Duration.ofDays(1))).isEmpty();
		this.queues.get("letters").queue().resume();
		assertThat(this.tester.run()).hasSize(1);
	}

	@Test
	void containersThatRunAreWaitedFor() {
		this.containers.get("letters").orElseThrow().start();
		this.jobs.publish("letters", new Letter("Ada", 3));
		assertThat(this.tester.advance(Duration.ofSeconds(10))).isEmpty();
		assertThat(this.clerk.diary()).hasSize(4);
	}

	@Test
	void jobsThatContainersPublishOneAfterTheOtherAreWaitedForToTheLast() {
		this.clerk.whenever("letter", () -> {
			if (this.clerk.diary().size() < 1000) {
				this.jobs.publish("letters", Letter.to("Ada"));
			}
		});
		this.containers.get("letters").orElseThrow().start();
		this.jobs.publish("letters", Letter.to("Ada"));
		this.tester.run();
		assertThat(this.clerk.diary()).hasSize(1000);
	}

	@Test
	void aJobThatSomebodyHoldsStaysTheirs() {
		this.jobs.publish("letters", Letter.to("Ada"));
		JobQueue letters = this.queues.get("letters").queue();
		ReservedJob held = letters.reserve(1, Duration.ZERO).jobs().get(0);
		assertThat(this.tester.advance(Duration.ofDays(1))).isEmpty();
		assertThat(letters.complete(List.of(new Completion(held, "null".getBytes())))).extracting(Settlement::outcome)
			.containsExactly(Settlement.Outcome.COMPLETED);
	}

	@Test
	void whatAHandlerPublishesForLaterIsDueLater() {
		assumeDelays();
		this.clerk.whenever("parcel", () -> this.jobs.publish("letters", Letter.to("sender"),
				(options) -> options.delay(Duration.ofHours(2))));
		this.jobs.publish("parcels", Letter.to("Ada"), (options) -> options.delay(Duration.ofHours(1)));
		assertThat(this.tester.advance(Duration.ofMinutes(170))).hasSize(1);
		assertThat(this.tester.advance(Duration.ofMinutes(10))).hasSize(1);
		assertThat(this.clerk.diary()).containsExactly("parcel to Ada, attempt 1", "letter to sender, attempt 1");
	}

	@Test
	void jobsWithoutAnEndAreToldOf() {
		this.clerk.whenever("letter", () -> this.jobs.publish("letters", Letter.to("Ada")));
		this.jobs.publish("letters", Letter.to("Ada"));
		assertThatIllegalStateException().isThrownBy(() -> this.tester.run())
			.withMessageStartingWith("There were still jobs after 1000, the last of them Queue 'letters', job");
	}

	@Test
	void forEverIsALongTime() {
		this.jobs.publish("letters", new Letter("Ada", 3));
		assertThat(this.tester.advance(Duration.ofSeconds(Long.MAX_VALUE))).hasSize(4);
	}

	@Test
	void timeDoesNotGoBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.tester.advance(Duration.ofSeconds(-1)))
			.withMessage("Time cannot go back: PT-1S");
	}

	void assumeDelays() {
		assumeTrue(this.queues.get("letters").can(Capability.DELAY), "the contract has no delays");
	}

}
