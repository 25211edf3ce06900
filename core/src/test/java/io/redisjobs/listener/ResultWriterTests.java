package io.redisjobs.listener;

import java.util.List;

import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Settlement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;

class ResultWriterTests {

	private final WriterFixture fixture = new WriterFixture();

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void whatIsWrittenIsNotTrackedAnyMoreBeforeAnybodyHearsOfIt() {
		List<JobRun> batch = List.of(this.fixture.done("a"), this.fixture.done("b"));
		List<Settlement> answers = this.fixture.results.write(batch, Demand.NONE).settlements();
		assertThat(this.fixture.leases.held()).isEmpty();
		assertThat(this.fixture.told).isEmpty();
		this.fixture.results.report(batch, answers);
		assertThat(this.fixture.told).containsExactly("completed a", "completed b");
	}

	@Test
	void aRunThatIsNotOursAnyMoreIsReportedAsLost() {
		List<JobRun> batch = List.of(this.fixture.done("a"));
		this.fixture.queue.active.clear();
		this.fixture.results.report(batch, this.fixture.results.write(batch, Demand.NONE).settlements());
		assertThat(this.fixture.told).containsExactly("lost a");
		assertThat(this.fixture.leases.held()).isEmpty();
	}

	@Test
	void ofABatchThatIsWrittenOneByOneWhatIsBlockedIsRepeatedAFewTimes() {
		JobRun parent = this.fixture.done("parent");
		this.fixture.queue.blocked.put("parent", 9);
		for (int i = 0; i < 3; i++) {
			assertThat(this.fixture.results.writeEach(List.of(parent))).containsExactly(parent);
		}
		assertThat(this.fixture.told).isEmpty();
		assertThat(this.fixture.results.writeEach(List.of(parent))).isEmpty();
		assertThat(this.fixture.told).containsExactly("failed parent FAILED");
	}

	@Test
	void ofABatchWhatMayBeWrittenLaterIsRepeatedAndWhatMayNotFails() {
		List<JobRun> batch = List.of(this.fixture.done("a"), this.fixture.done("odd"), this.fixture.done("later"));
		this.fixture.queue.before(Verb.COMPLETE, (ids) -> {
			if (ids.contains("odd")) {
				throw new IllegalArgumentException("odd");
			}
			if (ids.contains("later")) {
				throw new RedisConnectionFailureException("gone");
			}
		});
		assertThat(this.fixture.results.writeEach(batch)).extracting((run) -> run.job().id()).containsExactly("later");
		assertThat(this.fixture.told).containsExactly("completed a", "failed odd FAILED");
		assertThat(this.fixture.leases.held()).extracting(HeldJob::id).containsExactly("later");
	}

	@Test
	void aJobThatIsBeingWrittenStaysTrackedWhileItIsBlocked() {
		JobRun parent = this.fixture.done("parent");
		this.fixture.queue.blocked.put("parent", 1);
		this.fixture.results.write(List.of(parent), Demand.NONE);
		assertThat(this.fixture.leases.held()).containsExactly(parent.job());
		assertThat(parent.job().isBeingWritten()).isTrue();
	}

	@Test
	void aResultThatWasNotWrittenIsLoggedWithItsReason() {
		List<JobRun> batch = List.of(this.fixture.done("a"));
		this.fixture.queue.active.clear();
		this.fixture.results.report(batch, this.fixture.results.write(batch, Demand.NONE).settlements());
		assertThat(this.fixture.logged()).containsExactly("Queue 'fake', job a: its result was not written: "
				+ "the job is not this container's any more (not active)");
	}

	@Test
	void aJobThatWasNotStartedBecauseTheContainerStopsIsReleased() {
		this.fixture.results.endUnstarted(this.fixture.take("a"));
		assertThat(this.fixture.queue.actions).containsExactly(FailureAction.releaseUnstarted());
		assertThat(this.fixture.told).isEmpty();
	}

	@Test
	void aJobThatWasNotStartedBecauseItsLeaseEndedIsLost() {
		HeldJob job = this.fixture.take("a");
		this.fixture.clock.advance(WriterFixture.LEASE);
		this.fixture.results.endUnstarted(job);
		assertThat(job.leaseLost()).isTrue();
		assertThat(this.fixture.leases.held()).isEmpty();
		assertThat(this.fixture.told).containsExactly("lost a");
		assertThat(this.fixture.queue.actions).isEmpty();
	}

	@Test
	void theJobOfAHandlerThatIsStuckIsReleasedUnlessItIsBeingWritten() {
		HeldJob running = this.fixture.take("running");
		HeldJob writing = this.fixture.take("writing");
		writing.beginWriting();
		this.fixture.results.releaseStuck(List.of(running, writing));
		assertThat(this.fixture.queue.waiting()).isOne();
		assertThat(this.fixture.queue.active).containsExactly("writing");
		assertThat(running.leaseLost()).isTrue();
		assertThat(writing.leaseLost()).isFalse();
	}

}
