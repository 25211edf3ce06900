package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ReservedJob;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class InFlightTests {

	@Test
	void quickJobsAreTakenAheadWhereTheQueueAllowsIt() {
		InFlight ahead = new InFlight(4, true, System::nanoTime);
		InFlight strict = new InFlight(4, false, System::nanoTime);
		quickRuns(ahead);
		quickRuns(strict);
		assertThat(ahead.demand().jobs()).isEqualTo(4 + 18);
		assertThat(strict.demand().jobs()).isEqualTo(4);
	}

	@Test
	void aJobThatWasTakenBeforeIsNotFollowedByOthersTakenAhead() {
		InFlight work = new InFlight(4, true, System::nanoTime);
		quickRuns(work);
		work.arrived(held(1));
		assertThat(work.demand().jobs()).isEqualTo(4 + 18 - 1);
		work.arrived(held(2));
		assertThat(work.demand().jobs()).isEqualTo(4 - 2);
	}

	@Test
	void onlyWhatGoesBeyondTheConcurrencyIsOverdue() {
		InFlight work = new InFlight(1, true, System::nanoTime);
		work.arrived(held(1));
		assertThat(work.releaseOverdue(Duration.ZERO)).isNull();
		HeldJob second = held(1);
		work.arrived(second);
		assertThat(work.releaseOverdue(Duration.ofHours(1))).isNull();
		assertThat(work.releaseOverdue(Duration.ZERO)).isSameAs(second);
		work.released();
		assertThat(work.releaseOverdue(Duration.ZERO)).isNull();
	}

	@Test
	void aCallThatWritesAndTakesHasLookedForJobs() {
		InFlight work = new InFlight(4, true, System::nanoTime);
		Duration patience = Duration.ofMillis(500);
		await().until(() -> work.overdue(patience, false) != null);
		work.beginWrite(Demand.NONE);
		work.endWrite(List.of(), Demand.NONE);
		assertThat(work.overdue(patience, false)).contains("has not looked");
		work.beginWrite(new Demand(4, 4));
		work.endWrite(List.of(), new Demand(4, 4));
		assertThat(work.overdue(patience, false)).isNull();
	}

	@Test
	void aThreadThatTellsRunsNoJob() {
		InFlight work = new InFlight(2, false, System::nanoTime);
		work.beginTelling();
		assertThat(work.demand().jobs()).isOne();
		work.arrived(held(1));
		assertThat(work.releaseOverdue(Duration.ZERO)).isNull();
		HeldJob second = held(1);
		work.arrived(second);
		assertThat(work.releaseOverdue(Duration.ZERO)).isSameAs(second);
		work.released();
		work.endTelling(0);
		assertThat(work.demand().jobs()).isOne();
	}

	@Test
	void whatIsBlockedIsTriedThoughMoreHasEndedThanACallCanWrite() {
		InFlight work = new InFlight(4, true, System::nanoTime);
		for (int i = 0; i < 150; i++) {
			work.arrived(held(1));
			work.ended(run(work.start()), 10_000);
		}
		JobRun blocked = run(held(1));
		blocked.job().countBlocked();
		work.blocked(blocked);
		List<JobRun> batch = work.beginWrite(Demand.NONE);
		assertThat(batch.size()).isEqualTo(100);
		assertThat(batch.get(99) == blocked).isTrue();
		assertThat(work.beginWrite(Demand.NONE).size()).isEqualTo(51);
	}

	@Test
	void onlySlotsThatAreFreeAndNotAskedForAreFree() {
		InFlight work = new InFlight(4, true, System::nanoTime);
		quickRuns(work);
		assertThat(work.demand()).isEqualTo(new Demand(4 + 18, 4));
		work.arrived(held(1));
		work.start();
		assertThat(work.demand().slots()).isEqualTo(3);
		Demand room = new Demand(5, 2);
		work.beginWrite(room);
		assertThat(work.demand().slots()).isOne();
		work.beginTelling();
		assertThat(work.demand().slots()).isZero();
		work.endWrite(List.of(), room);
		assertThat(work.demand().slots()).isEqualTo(2);
	}

	private static JobRun run(HeldJob job) {
		return new JobRun(job, new Completion(job.job(), new byte[0]), null, null, Duration.ZERO);
	}

	private static void quickRuns(InFlight work) {
		for (int i = 0; i < 100; i++) {
			work.arrived(held(1));
			work.start();
			work.ended(null, 10_000);
		}
	}

	private static HeldJob held(int attempt) {
		return new HeldJob(new Job(attempt), new JobServices(null, null, null, null, Clock.systemUTC()));
	}

	private record Job(int attempt) implements ReservedJob {

		@Override
		public String id() {
			return "1";
		}

		@Override
		public String name() {
			return "";
		}

		@Override
		public byte[] payload() {
			return new byte[0];
		}

		@Override
		public int maxAttempts() {
			return 3;
		}

		@Override
		public String token() {
			return "";
		}

		@Override
		public Instant leaseEnd() {
			return Instant.MAX;
		}

	}

}
