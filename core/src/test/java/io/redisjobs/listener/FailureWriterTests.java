package io.redisjobs.listener;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import io.redisjobs.JobHandedOverException;
import io.redisjobs.UnfitJobException;
import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Settlement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;

class FailureWriterTests {

	private final WriterFixture fixture = new WriterFixture();

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void aFailureIsWrittenAgainUntilRedisAnswers() {
		AtomicInteger calls = new AtomicInteger();
		this.fixture.queue.before(Verb.FAIL, (ids) -> {
			if (calls.incrementAndGet() < 3) {
				// past the lease, which only the answer can tell
				this.fixture.clock.advance(WriterFixture.LEASE);
				throw new RedisConnectionFailureException("gone");
			}
		});
		this.fixture.failures.fail(this.fixture.take("a"), new IllegalStateException("boom"), Duration.ZERO);
		assertThat(calls).hasValue(3);
		assertThat(this.fixture.told).containsExactly("failed a FAILED");
		assertThat(this.fixture.leases.held()).isEmpty();
	}

	@Test
	void aFailureThatStaysIsLeftToRecoveryAfterThreeTries() {
		AtomicInteger calls = new AtomicInteger();
		this.fixture.queue.before(Verb.FAIL, (ids) -> {
			calls.incrementAndGet();
			throw new ArithmeticException("long overflow");
		});
		this.fixture.failures.fail(this.fixture.take("a"), new IllegalStateException("boom"), Duration.ZERO);
		assertThat(calls).hasValue(3);
		assertThat(this.fixture.told).containsExactly("lost a", "failed a LEASE_LOST");
		assertThat(this.fixture.leases.held()).isEmpty();
	}

	@Test
	void nothingIsRepeatedAfterTheEnd() {
		AtomicInteger calls = new AtomicInteger();
		this.fixture.queue.before(Verb.FAIL, (ids) -> {
			calls.incrementAndGet();
			throw new RedisConnectionFailureException("gone");
		});
		this.fixture.failures.close();
		this.fixture.failures.fail(this.fixture.take("a"), new IllegalStateException("boom"), Duration.ZERO);
		assertThat(calls).hasValue(1);
	}

	@Test
	void aJobThatWasHandedOverIsNotFailedAgain() {
		this.fixture.failures.fail(this.fixture.take("a"), new JobHandedOverException("elsewhere"), Duration.ZERO);
		assertThat(this.fixture.queue.active).containsExactly("a");
		assertThat(this.fixture.leases.held()).isEmpty();
	}

	@Test
	void everyRepetitionIsCounted() {
		AtomicInteger calls = new AtomicInteger();
		this.fixture.queue.before(Verb.FAIL, (ids) -> {
			if (calls.incrementAndGet() < 3) {
				throw new RedisConnectionFailureException("gone");
			}
		});
		this.fixture.failures.fail(this.fixture.take("a"), new IllegalStateException("boom"), Duration.ZERO);
		assertThat(this.fixture.repeated).isEqualTo(2);
	}

	@Test
	void whoeverIsToldOfARestHearsOfItBeforeTheJobIsReleased() {
		List<Object> order = new ArrayList<>();
		this.fixture.action = FailureAction.releaseAndRest(Duration.ofSeconds(3));
		this.fixture.queue.before(Verb.FAIL, (ids) -> order.add("released"));
		this.fixture.failures.fail(this.fixture.take("a"), new IllegalStateException("slow down"), Duration.ZERO,
				order::add);
		assertThat(order).containsExactly(Duration.ofSeconds(3), "released");
	}

	@Test
	void aJobOfALostLeaseIsNeitherFailedNorReleased() {
		HeldJob job = this.fixture.take("a");
		job.markLost();
		this.fixture.failures.fail(job, new IllegalStateException("boom"), Duration.ZERO);
		this.fixture.failures.releaseUnstarted(job, "the container stops");
		assertThat(this.fixture.queue.actions).isEmpty();
		assertThat(this.fixture.leases.held()).isEmpty();
	}

	@Test
	void whatRedisHasNotTakenIsNotLoggedAsSomebodyElsesJob() {
		this.fixture.queue.before(Verb.FAIL, (ids) -> {
			throw new RedisConnectionFailureException("gone");
		});
		this.fixture.failures.close();
		this.fixture.failures.fail(this.fixture.take("1"), new IllegalStateException("boom"), Duration.ZERO);
		this.fixture.failures.releaseUnstarted(this.fixture.take("2"), "the container stops");
		assertThat(this.fixture.logged()).filteredOn((line) -> line.contains(", job "))
			.containsExactly(
					"Queue 'fake', job 1: attempt 1 of 1 failed, which was not written: Redis did not take it before the "
							+ "container stopped, so the queue's recovery deals with the job: IllegalStateException: boom",
					"Queue 'fake', job 2: the container stops; not released: Redis did not take it before the "
							+ "container stopped, so the queue's recovery deals with the job");
	}

	@Test
	void whatRedisRefusesIsLoggedWithTheReasonAndTheConsequence() {
		this.fixture.queue.before(Verb.FAIL, (ids) -> {
			throw new ArithmeticException("long overflow");
		});
		this.fixture.failures.releaseUnstarted(this.fixture.take("1"), "the container stops");
		assertThat(this.fixture.logged()).containsExactly(
				"Queue 'fake', job 1: what became of it cannot be written, and repeating it does not help "
						+ "(ArithmeticException: long overflow); its lease is not extended any more, so that the "
						+ "queue's recovery deals with it",
				"Queue 'fake', job 1: the container stops; not released: it cannot be written, so the queue's recovery "
						+ "deals with the job");
	}

	@Test
	void aReleaseThatIsSomebodyElsesByNowIsLoggedAsThat() {
		HeldJob job = this.fixture.take("1");
		this.fixture.queue.active.clear();
		this.fixture.failures.releaseUnstarted(job, "the container stops");
		assertThat(this.fixture.logged()).containsExactly("Queue 'fake', job 1: the container stops; not released: "
				+ "the job is not this container's any more (not active)");
	}

	@Test
	void aLogLineNamesTheJobWhatHappenedAndItsConsequence() {
		this.fixture.failures.fail(this.fixture.take("1\n2"), new IllegalStateException("boom"), Duration.ZERO);
		HeldJob unstarted = this.fixture.take("3");
		HeldJob refused = this.fixture.take("4");
		this.fixture.failures.releaseUnstarted(unstarted, "the container stops");
		this.fixture.action = FailureAction.release();
		this.fixture.failures.fail(refused, new IllegalStateException("boom"), Duration.ZERO);
		assertThat(this.fixture.logged()).containsExactly(
				"Queue 'fake', job 1\\u000a2: attempt 1 of 1 failed; the job has failed for good",
				"Queue 'fake', job 3: the container stops; released, so that it is run later or elsewhere",
				"Queue 'fake', job 4: attempt 1 of 1 failed; the job goes back to the queue: IllegalStateException: boom");
	}

	@Test
	void aJobThatNothingHereCanRunIsLoggedAsAWarningWithItsConsequence() {
		List<HeldJob> jobs = List.of(this.fixture.take("1"), this.fixture.take("2"), this.fixture.take("3"));
		this.fixture.action = FailureAction.handBack(20, Duration.ofSeconds(5));
		this.fixture.failures.fail(jobs.get(0), new UnfitJobException("no handler"), Duration.ZERO);
		this.fixture.action = FailureAction.handBack(0, Duration.ofSeconds(5));
		this.fixture.failures.fail(jobs.get(1), new UnfitJobException("no handler"), Duration.ZERO);
		this.fixture.action = FailureAction.fail();
		this.fixture.failures.fail(jobs.get(2), new UnfitJobException("no handler"), Duration.ZERO);
		assertThat(this.fixture.logged()).containsExactly(
				"Queue 'fake', job 1: attempt 1 of 1 failed, because nothing here can run the job; handed back for another "
						+ "worker, 1 of 20 times, until " + this.fixture.clock.instant().plusSeconds(5)
						+ ": UnfitJobException: no handler",
				"Queue 'fake', job 2: attempt 1 of 1 failed, because nothing here can run the job; the job has failed for good",
				"Queue 'fake', job 3: attempt 1 of 1 failed, because nothing here can run the job; the job has failed for good");
		assertThat(this.fixture.levels()).containsExactly(Level.WARN, Level.ERROR, Level.ERROR);
		assertThat(this.fixture.told).startsWith("failed 1 HANDED_BACK");
	}

	@Test
	void aJobThatNothingHereCanRunIsAWarningWithItsStackTraceWhereRetriesHaveIt() {
		FailureWriter writer = this.fixture.writer(new RetryLog(RetryLog.Level.DEBUG, true));
		this.fixture.action = FailureAction.handBack(20, Duration.ofSeconds(5));
		writer.fail(this.fixture.take("1"), new UnfitJobException("no handler"), Duration.ZERO);
		this.fixture.writer(new RetryLog(RetryLog.Level.OFF, true))
			.fail(this.fixture.take("2"), new UnfitJobException("no handler"), Duration.ZERO);
		assertThat(this.fixture.levels()).containsExactly(Level.WARN, Level.WARN);
		assertThat(this.fixture.stackTraces()).containsExactly(true, false);
	}

	@Test
	void whatIsLoggedOfAJobThatIsHandedBackIsNoLongerThanItsMilliseconds() {
		Instant due = Instant.parse("2026-04-04T10:00:20.123456789Z");
		assertThat(Settlement.handedBack(due, 1, 20).at()).isEqualTo(Instant.parse("2026-04-04T10:00:20.123Z"));
	}

}
