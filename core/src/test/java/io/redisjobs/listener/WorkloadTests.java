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

class WorkloadTests {

	@Test
	void quickJobsAreTakenAheadWhereTheQueueAllowsIt() {
		Workload ahead = new Workload(4, true);
		Workload strict = new Workload(4, false);
		quickRuns(ahead);
		quickRuns(strict);
		assertThat(ahead.room().jobs()).isEqualTo(4 + 18);
		assertThat(strict.room().jobs()).isEqualTo(4);
	}

	@Test
	void aJobThatWasTakenBeforeIsNotFollowedByOthersTakenAhead() {
		Workload work = new Workload(4, true);
		quickRuns(work);
		work.arrived(held(1));
		assertThat(work.room().jobs()).isEqualTo(4 + 18 - 1);
		work.arrived(held(2));
		assertThat(work.room().jobs()).isEqualTo(4 - 2);
	}

	@Test
	void onlyWhatGoesBeyondTheConcurrencyIsOverdue() {
		Workload work = new Workload(1, true);
		work.arrived(held(1));
		assertThat(work.giveUpOverdue(Duration.ZERO)).isNull();
		HeldJob second = held(1);
		work.arrived(second);
		assertThat(work.giveUpOverdue(Duration.ofHours(1))).isNull();
		assertThat(work.giveUpOverdue(Duration.ZERO)).isSameAs(second);
		work.ended(null, 0);
		assertThat(work.giveUpOverdue(Duration.ZERO)).isNull();
	}

	@Test
	void aCallThatWritesAndTakesHasLookedForJobs() {
		Workload work = new Workload(4, true);
		Duration patience = Duration.ofMillis(500);
		await().until(() -> work.neglected(patience, false) != null);
		work.beginCall(Room.NONE);
		work.endCall(List.of(), Room.NONE);
		assertThat(work.neglected(patience, false)).contains("has not looked");
		work.beginCall(new Room(4, 4));
		work.endCall(List.of(), new Room(4, 4));
		assertThat(work.neglected(patience, false)).isNull();
	}

	@Test
	void aThreadThatTellsRunsNoJob() {
		Workload work = new Workload(2, false);
		work.beginTelling();
		assertThat(work.room().jobs()).isOne();
		work.arrived(held(1));
		assertThat(work.giveUpOverdue(Duration.ZERO)).isNull();
		HeldJob second = held(1);
		work.arrived(second);
		assertThat(work.giveUpOverdue(Duration.ZERO)).isSameAs(second);
		work.ended(null, 0);
		work.endTelling(0);
		assertThat(work.room().jobs()).isOne();
	}

	@Test
	void whatIsBlockedIsTriedThoughMoreHasEndedThanACallCanWrite() {
		Workload work = new Workload(4, true);
		for (int i = 0; i < 150; i++) {
			work.arrived(held(1));
			work.ended(run(work.start()), 10_000);
		}
		JobRun blocked = run(held(1));
		blocked.job().refuse();
		work.blocked(blocked);
		List<JobRun> batch = work.beginCall(Room.NONE);
		assertThat(batch.size()).isEqualTo(100);
		assertThat(batch.get(99) == blocked).isTrue();
		assertThat(work.beginCall(Room.NONE).size()).isEqualTo(51);
	}

	@Test
	void onlySlotsThatAreFreeAndNotAskedForAreFree() {
		Workload work = new Workload(4, true);
		quickRuns(work);
		assertThat(work.room()).isEqualTo(new Room(4 + 18, 4));
		work.arrived(held(1));
		work.start();
		assertThat(work.room().slots()).isEqualTo(3);
		Room room = new Room(5, 2);
		work.beginCall(room);
		assertThat(work.room().slots()).isOne();
		work.beginTelling();
		assertThat(work.room().slots()).isZero();
		work.endCall(List.of(), room);
		assertThat(work.room().slots()).isEqualTo(2);
	}

	private static JobRun run(HeldJob job) {
		return new JobRun(job, new Completion(job.job(), new byte[0]), null, null, Duration.ZERO);
	}

	private static void quickRuns(Workload work) {
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
