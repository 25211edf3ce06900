package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.redisjobs.JobContext;
import io.redisjobs.test.MutableClock;
import io.redisjobs.listener.FakeJobQueue.Verb;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseKeeperTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final MutableClock clock = new MutableClock();

	private final FakeJobQueue queue = new FakeJobQueue(this.clock, LEASE);

	private final List<String> lost = new ArrayList<>();

	private final JobMonitor monitor = new JobMonitor() {
		@Override
		public void leaseLost(JobContext job) {
			LeaseKeeperTests.this.lost.add(job.id());
		}

		@Override
		public void extensionLate(String queue) {
			LeaseKeeperTests.this.late++;
		}
	};

	private final LeaseKeeper leases = keeper(LEASE);

	private int late;

	private LeaseKeeper keeper(Duration usualLease) {
		return new LeaseKeeper(this.queue.open("fake"), this.monitor, new Outage("fake"), usualLease, this.clock,
				RoundTimer.forMany("redis-jobs-rounds"));
	}

	private HeldJob take(String id, Duration lease) {
		this.queue.add(id, lease);
		HeldJob job = new HeldJob(this.queue.reserve(1, Duration.ZERO).jobs().get(0),
				new JobServices(this.queue.open("fake"), null, null, this.leases, this.clock));
		this.leases.track(job);
		return job;
	}

	private Duration roundAfter(Duration time) {
		this.clock.advance(time);
		return this.leases.round();
	}

	@Test
	void aLeaseIsExtendedWhenAThirdOfItIsUsedUp() {
		HeldJob job = take("a", LEASE);
		assertThat(roundAfter(Duration.ofSeconds(9))).isEqualTo(Duration.ofSeconds(1));
		assertThat(this.queue.extensions).isEmpty();
		assertThat(roundAfter(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(10));
		assertThat(this.queue.extensions).containsExactly(List.of("a"));
		assertThat(job.leaseEnd()).isEqualTo(this.clock.instant().plus(LEASE));
	}

	@Test
	void thoseThatWouldBeDueSoonGoWithOneThatIs() {
		take("a", LEASE);
		this.clock.advance(Duration.ofSeconds(4));
		take("b", LEASE);
		this.clock.advance(Duration.ofSeconds(4));
		take("c", LEASE);
		assertThat(roundAfter(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(8));
		assertThat(this.queue.extensions).singleElement()
			.satisfies((ids) -> assertThat(ids).containsExactlyInAnyOrder("a", "b"));
	}

	@Test
	void shortLeasesOfJobsDoNotMultiplyTheRounds() {
		take("short", Duration.ofSeconds(6));
		take("shorter", Duration.ofSeconds(3));
		take("usual", LEASE);
		Duration hour = Duration.ofHours(1);
		Duration next = Duration.ZERO;
		int rounds = 0;
		for (Duration now = Duration.ZERO; now.compareTo(hour) < 0; now = now.plus(next)) {
			next = roundAfter(next);
			rounds++;
		}
		// the shortest is due every second, and whoever is due with it goes with it
		assertThat(rounds).isBetween(3600, 3610);
		assertThat(this.queue.extensions).hasSizeBetween(3590, 3610);
		assertThat(this.queue.extensions.stream().filter((ids) -> ids.contains("usual"))).hasSizeBetween(360, 720);
		assertThat(this.lost).isEmpty();
	}

	@Test
	void anErrorOfOneRoundIsFollowedByAnotherBeforeTheLeaseEnds() {
		take("a", LEASE);
		this.queue.before(Verb.EXTEND, (ids) -> {
			throw new OutOfMemoryError("unable to create native thread");
		});
		assertThat(roundAfter(Duration.ofSeconds(10))).isLessThanOrEqualTo(Duration.ofSeconds(7));
		assertThat(roundAfter(Duration.ofSeconds(19))).isLessThanOrEqualTo(Duration.ofMillis(334));
		this.queue.before(Verb.EXTEND, (ids) -> {
		});
		roundAfter(Duration.ofMillis(334));
		assertThat(this.queue.extensions).containsExactly(List.of("a"));
	}

	@Test
	void aLeaseWithoutAnEndIsTrackedLikeAnyOther() {
		take("endless", Duration.ofDays(400_000 * 365L));
		take("a", LEASE);
		assertThat(roundAfter(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(10));
		assertThat(this.queue.extensions).containsExactly(List.of("a"));
	}

	@Test
	void aLostLeaseIsReportedOnceAndKeepsTheJobFromStarting() {
		HeldJob job = take("a", LEASE);
		this.queue.active.clear();
		roundAfter(Duration.ofSeconds(10));
		roundAfter(Duration.ofSeconds(10));
		assertThat(this.lost).containsExactly("a");
		assertThat(job.begin(Thread.currentThread())).isFalse();
	}

	@Test
	void aJobThatIsBeingWrittenIsNotLostForWantOfALease() {
		HeldJob job = take("a", LEASE);
		job.beginWriting();
		this.queue.active.clear();
		roundAfter(Duration.ofSeconds(10));
		assertThat(job.leaseLost()).isFalse();
		assertThat(this.lost).isEmpty();
	}

	@Test
	void anInterruptedJobDoesNotStart() {
		HeldJob job = take("a", LEASE);
		job.interrupt();
		assertThat(job.begin(Thread.currentThread())).isFalse();
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void extendingThatTakesLongerThanUntilTheNextIsReported() {
		LeaseKeeper quick = keeper(Duration.ofMillis(3));
		quick.track(take("a", LEASE));
		this.clock.advance(Duration.ofSeconds(10));
		this.queue.before(Verb.EXTEND, (ids) -> LockSupport.parkNanos(Duration.ofMillis(20).toNanos()));
		quick.round();
		assertThat(this.late).isOne();
		roundAfter(Duration.ofSeconds(10));
		assertThat(this.late).isOne();
	}

}
