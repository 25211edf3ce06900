package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.redisjobs.JobRateLimitedException;
import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.protocol.FailureAction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class JobLoopTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final FakeJobQueue queue = this.fixture.queue;

	private final RecordingMonitor monitor = this.fixture.monitor;

	@AfterEach
	void stop() {
		this.fixture.close();
	}

	/** Becomes true with a call that takes jobs ahead, before one of them is started. */
	private AtomicBoolean takenAhead(int concurrency) {
		AtomicBoolean ahead = new AtomicBoolean();
		this.queue.takesAhead = true;
		this.queue.after(Verb.RESERVE, (ids) -> {
			if (ids.size() > concurrency) {
				ahead.set(true);
			}
		});
		return ahead;
	}

	@Test
	void allJobsAreRunAndCompletedOnce() {
		this.fixture.start(4);
		this.queue.add(1000);
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 1000);
		assertThat(this.monitor.completed).doesNotHaveDuplicates();
		assertThat(this.fixture.ran).hasSize(1000).doesNotHaveDuplicates();
		assertThat(this.queue.active).isEmpty();
	}

	@Test
	void noMoreHandlersRunThanTheConcurrencySays() {
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		this.queue.takesAhead = true;
		this.queue.add(2000);
		this.fixture.start(4, (job) -> {
			most.accumulateAndGet(running.incrementAndGet(), Math::max);
			return running.decrementAndGet();
		});
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 2000);
		assertThat(most).hasValueBetween(1, 4);
	}

	@Test
	void jobsTakenAheadAreReleasedWhenThoseBeforeThemTakeLongerThanExpected() {
		AtomicBoolean slow = takenAhead(4);
		this.queue.add(5000);
		JobContainer container = this.fixture.start(4, (job) -> {
			if (slow.get()) {
				this.fixture.holdUp();
			}
			return null;
		});
		this.fixture.awaitUntil(() -> slow.get() && container.running() == 4 && this.queue.active.size() == 4);
		assertThat(this.queue.actions).isNotEmpty().containsOnly(FailureAction.releaseUnstarted());
		// and nothing more is taken ahead
		await().during(Duration.ofMillis(1500))
			.atMost(ContainerFixture.PATIENCE)
			.until(() -> this.queue.active.size() == 4);
		this.fixture.letGo();
		this.fixture.awaitUntil(() -> this.queue.completed.size() == 5000);
		assertThat(this.fixture.ran).hasSize(5000).doesNotHaveDuplicates();
	}

	@Test
	void jobsTakenAheadAreReleasedWhenTheQueueIsToRest() {
		AtomicBoolean limited = takenAhead(4);
		AtomicInteger refused = new AtomicInteger();
		this.queue.add(5000);
		this.fixture.start(4, (job) -> {
			if (limited.get()) {
				refused.incrementAndGet();
				throw new JobRateLimitedException(Duration.ofMinutes(5));
			}
			return null;
		});
		this.fixture.awaitUntil(() -> this.queue.actions.contains(FailureAction.releaseUnstarted()));
		// on its way from one to the other a job is in none of them for a moment
		this.fixture.awaitUntil(
				() -> this.queue.active.isEmpty() && this.queue.completed.size() + this.queue.waiting() == 5000);
		assertThat(refused).hasPositiveValue();
		assertThat(this.queue.failed).isEmpty();
	}

	@Test
	void anInterruptionThatNobodyMeantForTheContainerEndsNoThread() {
		this.fixture.start(1, (job) -> {
			Thread.currentThread().interrupt();
			return null;
		});
		this.fixture.add("a", "b", "c");
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 3);
	}

}
