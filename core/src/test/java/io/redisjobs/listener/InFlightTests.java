package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InFlightTests {

	private final AtomicLong time = new AtomicLong(1_000_000_000_000L);

	private InFlight inFlight(int concurrency, boolean takesAhead) {
		return new InFlight(concurrency, takesAhead, this.time::get);
	}

	@Test
	void shortJobsAreTakenAheadWhereTheQueueAllowsIt() {
		InFlight ahead = inFlight(4, true);
		InFlight strict = inFlight(4, false);
		runShortJobs(ahead);
		runShortJobs(strict);
		assertThat(ahead.demand().jobs()).isEqualTo(4 + 18);
		assertThat(strict.demand().jobs()).isEqualTo(4);
	}

	@Test
	void aJobThatWasTakenBeforeIsNotFollowedByOthersTakenAhead() {
		InFlight jobs = inFlight(4, true);
		runShortJobs(jobs);
		jobs.arrived(TestJobs.held(1));
		assertThat(jobs.demand().jobs()).isEqualTo(4 + 18 - 1);
		jobs.arrived(TestJobs.held(2));
		assertThat(jobs.demand().jobs()).isEqualTo(4 - 2);
	}

	@Test
	void onlyWhatGoesBeyondTheConcurrencyIsReleasedAsOverdue() {
		InFlight jobs = inFlight(1, true);
		jobs.arrived(TestJobs.held());
		assertThat(jobs.releaseOverdue(Duration.ZERO)).isNull();
		HeldJob second = TestJobs.held();
		jobs.arrived(second);
		assertThat(jobs.releaseOverdue(Duration.ofHours(1))).isNull();
		assertThat(jobs.releaseOverdue(Duration.ZERO)).isSameAs(second);
		jobs.released();
		assertThat(jobs.releaseOverdue(Duration.ZERO)).isNull();
	}

	@Test
	void afterAnOverdueJobNothingIsTakenAheadUntilJobsAreShortAgain() {
		InFlight jobs = inFlight(4, true);
		runShortJobs(jobs);
		for (int i = 0; i < 5; i++) {
			jobs.arrived(TestJobs.held());
		}
		jobs.releaseOverdue(Duration.ZERO);
		jobs.released();
		assertThat(jobs.demand()).isEqualTo(Demand.NONE);
	}

	@Test
	void aJobThatIsBeingReleasedDoesNotRunButKeepsItsPlace() {
		InFlight jobs = inFlight(2, false);
		HeldJob job = TestJobs.held();
		jobs.arrived(job);
		assertThat(jobs.release()).isSameAs(job);
		assertThat(jobs.running()).isZero();
		assertThat(jobs.ready()).isZero();
		assertThat(jobs.isReleasing()).isTrue();
		assertThat(jobs.isEmpty()).isFalse();
		assertThat(jobs.demand()).isEqualTo(new Demand(1, 1));
		jobs.released();
		assertThat(jobs.isReleasing()).isFalse();
		assertThat(jobs.isEmpty()).isTrue();
		assertThat(jobs.demand()).isEqualTo(new Demand(2, 2));
	}

	@Test
	void theLatestJobIsReleasedFirstAndTheOldestStartedFirst() {
		InFlight jobs = inFlight(2, false);
		HeldJob first = TestJobs.held();
		HeldJob last = TestJobs.held();
		jobs.arrived(first);
		jobs.arrived(TestJobs.held());
		jobs.arrived(last);
		assertThat(jobs.release()).isSameAs(last);
		assertThat(jobs.start()).isSameAs(first);
		assertThat(jobs.running()).isOne();
	}

	@Test
	void aCallThatWritesAndTakesHasLookedForJobs() {
		InFlight jobs = inFlight(4, true);
		Duration patience = Duration.ofSeconds(10);
		assertThat(jobs.overdue(patience, false)).isNull();
		this.time.addAndGet(Duration.ofSeconds(11).toNanos());
		jobs.beginWrite(Demand.NONE);
		jobs.endWrite(List.of(), Demand.NONE);
		assertThat(jobs.overdue(patience, false)).contains("has not looked for any for 11 s");
		jobs.beginWrite(new Demand(4, 4));
		jobs.endWrite(List.of(), new Demand(4, 4));
		assertThat(jobs.overdue(patience, false)).isNull();
	}

	@Test
	void aQueueThatIsToRestNeedNotBeLookedAt() {
		InFlight jobs = inFlight(4, true);
		this.time.addAndGet(Duration.ofHours(1).toNanos());
		assertThat(jobs.overdue(Duration.ofSeconds(10), true)).isNull();
		assertThat(jobs.overdue(Duration.ofSeconds(10), false)).isNull();
	}

	@Test
	void aThreadThatReportsRunsNoJob() {
		InFlight jobs = inFlight(2, false);
		jobs.beginReporting();
		assertThat(jobs.demand().jobs()).isOne();
		assertThat(jobs.isEmpty()).isFalse();
		jobs.arrived(TestJobs.held());
		assertThat(jobs.releaseOverdue(Duration.ZERO)).isNull();
		HeldJob second = TestJobs.held();
		jobs.arrived(second);
		assertThat(jobs.releaseOverdue(Duration.ZERO)).isSameAs(second);
		jobs.released();
		jobs.endReporting(0);
		assertThat(jobs.demand().jobs()).isOne();
	}

	@Test
	void whatIsBlockedIsTriedThoughMoreHasEndedThanACallCanWrite() {
		InFlight jobs = inFlight(4, true);
		for (int i = 0; i < 150; i++) {
			jobs.arrived(TestJobs.held());
			jobs.ended(TestJobs.done(jobs.start()), 10_000);
		}
		JobRun blocked = TestJobs.blocked();
		jobs.blocked(blocked);
		List<JobRun> batch = jobs.beginWrite(Demand.NONE);
		assertThat(batch.size()).isEqualTo(100);
		assertThat(batch.get(99) == blocked).isTrue();
		assertThat(jobs.beginWrite(Demand.NONE).size()).isEqualTo(51);
	}

	@Test
	void whatIsToBeWrittenAgainComesFirst() {
		InFlight jobs = inFlight(4, true);
		JobRun first = TestJobs.done(TestJobs.held());
		JobRun second = TestJobs.done(TestJobs.held());
		jobs.arrived(TestJobs.held());
		jobs.ended(TestJobs.done(jobs.start()), 10_000);
		jobs.beginWrite(Demand.NONE);
		jobs.arrived(TestJobs.held());
		JobRun third = TestJobs.done(jobs.start());
		jobs.ended(third, 10_000);
		jobs.endWrite(List.of(first, second), Demand.NONE);
		assertThat(jobs.beginWrite(Demand.NONE)).containsExactly(first, second, third);
	}

	@Test
	void onlySlotsThatAreFreeAndNotAskedForAreFree() {
		InFlight jobs = inFlight(4, true);
		runShortJobs(jobs);
		assertThat(jobs.demand()).isEqualTo(new Demand(4 + 18, 4));
		jobs.arrived(TestJobs.held());
		jobs.start();
		assertThat(jobs.demand().slots()).isEqualTo(3);
		Demand demand = new Demand(5, 2);
		jobs.beginWrite(demand);
		assertThat(jobs.demand().slots()).isOne();
		jobs.beginReporting();
		assertThat(jobs.demand().slots()).isZero();
		jobs.endWrite(List.of(), demand);
		assertThat(jobs.demand().slots()).isEqualTo(2);
	}

	private static void runShortJobs(InFlight jobs) {
		for (int i = 0; i < 100; i++) {
			jobs.arrived(TestJobs.held());
			jobs.start();
			jobs.ended(null, 10_000);
		}
	}

}
