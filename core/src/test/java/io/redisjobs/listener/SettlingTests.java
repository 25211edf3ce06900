package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.JobContext;
import io.redisjobs.JobHandedOverException;
import io.redisjobs.test.MutableClock;
import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests of {@link ResultWriter}, {@link FailureWriter} and {@link Upkeep}. */
class SettlingTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final MutableClock clock = new MutableClock();

	private final FakeJobQueue queue = new FakeJobQueue(this.clock, LEASE);

	private final OpenQueue open = this.queue.open("fake");

	private final List<String> told = new ArrayList<>();

	private final JobMonitor monitor = new JobMonitor() {
		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			SettlingTests.this.told.add("completed " + job.id());
		}

		@Override
		public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
			SettlingTests.this.told.add("failed " + job.id() + " " + settlement.outcome());
		}

		@Override
		public void leaseLost(JobContext job) {
			SettlingTests.this.told.add("lost " + job.id());
		}
	};

	private final LeaseKeeper leases = new LeaseKeeper(this.open, this.monitor, new Outage("fake"), LEASE, this.clock);

	private FailureAction action = FailureAction.retry();

	private final FailureWriter failures = new FailureWriter(this.open, (job, error) -> this.action, this.leases,
			this.monitor, new Outage("fake"));

	private final ResultWriter results = new ResultWriter(this.open, this.failures, this.leases, this.monitor);

	private HeldJob take(String id) {
		this.queue.add(id, LEASE);
		HeldJob job = new HeldJob(this.queue.reserve(1, Duration.ZERO).jobs().get(0),
				new JobServices(this.open, null, null, this.leases, this.clock));
		this.leases.track(job);
		return job;
	}

	private JobRun done(String id) {
		HeldJob job = take(id);
		return new JobRun(job, new Completion(job.job(), new byte[] { '1' }), 1, null, Duration.ZERO);
	}

	@Test
	void whatIsWrittenIsNotTrackedAnyMoreBeforeAnybodyHearsOfIt() {
		List<JobRun> batch = List.of(done("a"), done("b"));
		List<Settlement> answers = this.results.write(batch, Demand.NONE).settlements();
		assertThat(this.leases.held()).isEmpty();
		assertThat(this.told).isEmpty();
		this.results.report(batch, answers);
		assertThat(this.told).containsExactly("completed a", "completed b");
	}

	@Test
	void aRunThatIsNotOursAnyMoreIsToldAsLost() {
		List<JobRun> batch = List.of(done("a"));
		this.queue.active.clear();
		this.results.report(batch, this.results.write(batch, Demand.NONE).settlements());
		assertThat(this.told).containsExactly("lost a");
		assertThat(this.leases.held()).isEmpty();
	}

	@Test
	void ofABatchThatIsWrittenOneByOneWhatIsBlockedIsRepeatedAFewTimes() {
		JobRun parent = done("parent");
		this.queue.blocked.put("parent", 9);
		for (int i = 0; i < 3; i++) {
			assertThat(this.results.writeEach(List.of(parent))).containsExactly(parent);
		}
		assertThat(this.told).isEmpty();
		assertThat(this.results.writeEach(List.of(parent))).isEmpty();
		assertThat(this.told).containsExactly("failed parent FAILED");
	}

	@Test
	void ofABatchWhatMayBeWrittenLaterIsRepeatedAndWhatMayNotFails() {
		List<JobRun> batch = List.of(done("a"), done("odd"), done("later"));
		this.queue.before(Verb.COMPLETE, (ids) -> {
			if (ids.contains("odd")) {
				throw new IllegalArgumentException("odd");
			}
			if (ids.contains("later")) {
				throw new RedisConnectionFailureException("gone");
			}
		});
		assertThat(this.results.writeEach(batch)).extracting((run) -> run.job().id()).containsExactly("later");
		assertThat(this.told).containsExactly("completed a", "failed odd FAILED");
		assertThat(this.leases.held()).extracting(HeldJob::id).containsExactly("later");
	}

	@Test
	void aFailureIsWrittenAgainUntilRedisAnswers() {
		AtomicInteger calls = new AtomicInteger();
		this.queue.before(Verb.FAIL, (ids) -> {
			if (calls.incrementAndGet() < 3) {
				// past the lease, which only the answer can tell
				this.clock.advance(LEASE);
				throw new RedisConnectionFailureException("gone");
			}
		});
		this.failures.fail(take("a"), new IllegalStateException("boom"), Duration.ZERO);
		assertThat(calls).hasValue(3);
		assertThat(this.told).containsExactly("failed a FAILED");
		assertThat(this.leases.held()).isEmpty();
	}

	@Test
	void aFailureThatStaysIsLeftToRecoveryAfterThreeTries() {
		AtomicInteger calls = new AtomicInteger();
		this.queue.before(Verb.FAIL, (ids) -> {
			calls.incrementAndGet();
			throw new ArithmeticException("long overflow");
		});
		this.failures.fail(take("a"), new IllegalStateException("boom"), Duration.ZERO);
		assertThat(calls).hasValue(3);
		assertThat(this.told).containsExactly("lost a", "failed a LEASE_LOST");
		assertThat(this.leases.held()).isEmpty();
	}

	@Test
	void nothingIsRepeatedAfterTheEnd() {
		AtomicInteger calls = new AtomicInteger();
		this.queue.before(Verb.FAIL, (ids) -> {
			calls.incrementAndGet();
			throw new RedisConnectionFailureException("gone");
		});
		this.failures.close();
		this.failures.fail(take("a"), new IllegalStateException("boom"), Duration.ZERO);
		assertThat(calls).hasValue(1);
	}

	@Test
	void aJobThatWasHandedOverIsNotSettledAgain() {
		this.failures.fail(take("a"), new JobHandedOverException("elsewhere"), Duration.ZERO);
		assertThat(this.queue.active).containsExactly("a");
		assertThat(this.leases.held()).isEmpty();
	}

	@Test
	void theWorkOfOneWhoStopsGoesBackAndWhatIsBeingWrittenDoesNot() {
		HeldJob running = take("running");
		HeldJob settling = take("settling");
		settling.beginWriting();
		this.results.releaseStuck(List.of(running, settling));
		assertThat(this.queue.waiting()).isOne();
		assertThat(this.queue.active).containsExactly("settling");
		assertThat(running.leaseLost()).isTrue();
		assertThat(settling.leaseLost()).isFalse();
	}

	@Test
	void upkeepIsDoneWhenItIsDueAndGoesOnAfterAnError() {
		Upkeep upkeep = new Upkeep("fake", this.open.queue()::maintain, this.monitor, new Outage("fake"));
		this.queue.before(Verb.MAINTAIN, (ids) -> {
			if (this.queue.upkeep.get() == 1) {
				throw new OutOfMemoryError("unable to create native thread");
			}
		});
		assertThat(upkeep.round()).isEqualTo(Duration.ofMillis(100));
		await().until(() -> {
			upkeep.round();
			return this.queue.upkeep.get() > 1;
		});
	}

}
