package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NextStepTests {

	private final AtomicLong time = new AtomicLong(1_000_000_000_000L);

	private final InFlight jobs = new InFlight(4, false, this.time::get);

	private final NextStep next = new NextStep(this.jobs, this.time::get);

	private boolean connected = true;

	private boolean canWakeOne = true;

	private Step choose() {
		return this.next.choose(this.next.restNanos(), this.connected, this.canWakeOne);
	}

	private long idleNanos() {
		return this.next.idleNanos(this.next.restNanos(), this.connected);
	}

	private void arrive(int count) {
		for (int i = 0; i < count; i++) {
			this.jobs.arrived(TestJobs.held());
		}
	}

	private void runAndEnd(int count) {
		arrive(count);
		for (int i = 0; i < count; i++) {
			this.jobs.ended(TestJobs.done(this.jobs.start()), 1_000_000);
		}
	}

	private void pass(Duration time) {
		this.time.addAndGet(time.toNanos());
	}

	@Test
	void oneThreadTakesOnBehalfOfAllAndTheOthersAreIdle() {
		assertThat(choose()).isEqualTo(Step.TAKE);
		this.jobs.beginTake(this.next.demandOfTake());
		assertThat(choose()).isEqualTo(Step.IDLE);
		assertThat(idleNanos()).isZero();
	}

	@Test
	void aJobThatHasBeenTakenIsRunBeforeOthersAreTaken() {
		arrive(1);
		assertThat(choose()).isEqualTo(Step.RUN);
		this.jobs.start();
		assertThat(choose()).isEqualTo(Step.TAKE);
	}

	@Test
	void nothingIsTakenWhileAllSlotsAreUsed() {
		arrive(4);
		for (int i = 0; i < 4; i++) {
			this.jobs.start();
		}
		assertThat(choose()).isEqualTo(Step.IDLE);
	}

	@Test
	void whatHasEndedIsWrittenWhenNoJobIsReady() {
		runAndEnd(1);
		assertThat(choose()).isEqualTo(Step.WRITE);
		assertThat(this.next.demandOfWrite(this.next.restNanos())).isEqualTo(new Demand(4, 4));
	}

	@Test
	void aJobThatIsReadyComesBeforeOneThatHasEndedButNotBeforeABatchOfThem() {
		runAndEnd(1);
		arrive(1);
		assertThat(choose()).isEqualTo(Step.RUN);
		runAndEnd(1);
		arrive(1);
		assertThat(choose()).isEqualTo(Step.WRITE);
	}

	@Test
	void theLastFreeThreadWritesBeforeItRuns() {
		runAndEnd(1);
		arrive(1);
		this.canWakeOne = false;
		assertThat(choose()).isEqualTo(Step.WRITE);
	}

	@Test
	void whatEndsDuringACallWaitsForTheNext() {
		runAndEnd(1);
		this.jobs.beginWrite(new Demand(4, 4));
		runAndEnd(1);
		assertThat(choose()).isEqualTo(Step.IDLE);
		this.jobs.endWrite(List.of(), new Demand(4, 4));
		assertThat(choose()).isEqualTo(Step.WRITE);
	}

	@Test
	void theLastFreeThreadStaysForAJobThatIsBlocked() {
		arrive(1);
		this.jobs.blocked(TestJobs.blocked());
		this.jobs.beginWrite(Demand.NONE);
		this.jobs.blocked(TestJobs.blocked());
		assertThat(choose()).isEqualTo(Step.RUN);
		this.canWakeOne = false;
		assertThat(choose()).isEqualTo(Step.IDLE);
	}

	@Test
	void aThreadIsIdleNoLongerThanUntilABlockedJobIsDue() {
		JobRun blocked = TestJobs.blocked();
		blocked.job().countBlocked();
		this.jobs.blocked(blocked);
		assertThat(choose()).isEqualTo(Step.IDLE);
		assertThat(idleNanos()).isEqualTo(Duration.ofMillis(10).toNanos());
		pass(Duration.ofMillis(10));
		assertThat(choose()).isEqualTo(Step.WRITE);
	}

	@Test
	void whileTheQueueRestsJobsAreRunAndWrittenButNotTaken() {
		this.next.rest(Duration.ofSeconds(2));
		assertThat(choose()).isEqualTo(Step.IDLE);
		assertThat(idleNanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
		arrive(1);
		assertThat(choose()).isEqualTo(Step.RUN);
		this.jobs.ended(TestJobs.done(this.jobs.start()), 1_000_000);
		assertThat(choose()).isEqualTo(Step.WRITE);
		assertThat(this.next.demandOfWrite(this.next.restNanos())).isEqualTo(Demand.NONE);
	}

	@Test
	void aRestEndsAfterItsTimeOrWhenItIsEnded() {
		this.next.rest(Duration.ofSeconds(2));
		pass(Duration.ofMillis(1999));
		assertThat(choose()).isEqualTo(Step.IDLE);
		pass(Duration.ofMillis(1));
		assertThat(choose()).isEqualTo(Step.TAKE);
		this.next.rest(Duration.ofSeconds(2));
		assertThat(choose()).isEqualTo(Step.IDLE);
		this.next.endRest();
		assertThat(choose()).isEqualTo(Step.TAKE);
	}

	@Test
	void noRestIsLongerThanFiveSeconds() {
		this.next.rest(Duration.ofDays(1));
		pass(Duration.ofSeconds(5));
		assertThat(choose()).isEqualTo(Step.TAKE);
	}

	@Test
	void whileRedisIsAwayNothingIsWrittenBeforeThePauseIsOver() {
		this.connected = false;
		runAndEnd(4);
		this.next.rest(Duration.ofMillis(200));
		assertThat(choose()).isEqualTo(Step.IDLE);
		assertThat(idleNanos()).isEqualTo(Duration.ofMillis(200).toNanos());
		arrive(1);
		assertThat(choose()).isEqualTo(Step.RUN);
		pass(Duration.ofMillis(200));
		assertThat(choose()).isEqualTo(Step.WRITE);
	}

	@Test
	void aContainerThatStopsReleasesWhatIsReadyOneAfterTheOther() {
		arrive(2);
		this.next.enter(Phase.DRAINING);
		assertThat(choose()).isEqualTo(Step.RELEASE);
		this.jobs.release();
		assertThat(choose()).isEqualTo(Step.IDLE);
		this.jobs.released();
		assertThat(choose()).isEqualTo(Step.RELEASE);
		this.jobs.release();
		this.jobs.released();
		assertThat(choose()).isEqualTo(Step.STOP);
	}

	@Test
	void whatWasTakenAheadIsReleasedByAnybodyUntilTheContainerStopsAndThenByOneAtATime() {
		arrive(2);
		this.jobs.release();
		assertThat(this.next.mayReleaseAhead()).isTrue();
		this.next.enter(Phase.DRAINING);
		assertThat(this.next.mayReleaseAhead()).isFalse();
		this.jobs.released();
		assertThat(this.next.mayReleaseAhead()).isTrue();
	}

	@Test
	void aContainerThatStopsWritesWhatEndsAndTakesNothing() {
		arrive(1);
		this.jobs.start();
		this.next.enter(Phase.DRAINING);
		assertThat(choose()).isEqualTo(Step.IDLE);
		this.jobs.ended(TestJobs.done(TestJobs.held()), 1_000_000);
		assertThat(choose()).isEqualTo(Step.WRITE);
		assertThat(this.next.demandOfWrite(this.next.restNanos())).isEqualTo(Demand.NONE);
		this.jobs.beginWrite(Demand.NONE);
		assertThat(choose()).isEqualTo(Step.IDLE);
		this.jobs.beginReporting();
		this.jobs.endWrite(List.of(), Demand.NONE);
		assertThat(choose()).isEqualTo(Step.IDLE);
		this.jobs.endReporting(0);
		assertThat(choose()).isEqualTo(Step.STOP);
	}

	@Test
	void aStopEndsARest() {
		this.next.rest(Duration.ofSeconds(2));
		this.next.enter(Phase.INTERRUPTING);
		assertThat(this.next.isInterrupting()).isTrue();
		assertThat(choose()).isEqualTo(Step.STOP);
	}

	@Test
	void theThreadThatWaitsCanStartAJobItself() {
		for (int i = 0; i < 3; i++) {
			this.jobs.beginReporting();
		}
		this.jobs.beginWrite(new Demand(0, 1));
		assertThat(this.jobs.demand()).isEqualTo(new Demand(1, 0));
		assertThat(this.next.demandOfTake()).isEqualTo(new Demand(1, 1));
	}

	@Test
	void aThreadThatIsInACallSeesWhatIsLeftUnlessThatIsLongWork() {
		assertThat(this.next.needsHelp()).isTrue();
		this.jobs.beginWrite(new Demand(4, 4));
		assertThat(this.next.needsHelp()).isFalse();
		arrive(1);
		assertThat(this.next.needsHelp()).isTrue();
	}

	@Test
	void nothingIsOverdueInAContainerThatStops() {
		pass(Duration.ofSeconds(16));
		assertThat(this.next.overdue(Duration.ofSeconds(10))).contains("has not looked for any for 16 s");
		this.next.enter(Phase.DRAINING);
		assertThat(this.next.overdue(Duration.ofSeconds(10))).isNull();
	}

}
