package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.redisjobs.listener.FakeJobQueue.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What monitors that take their time hold up, and what they do not. */
class SlowMonitorTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final FakeJobQueue queue = this.fixture.queue;

	private final RecordingMonitor monitor = this.fixture.monitor;

	@AfterEach
	void stop() {
		this.fixture.close();
	}

	private void holdUpAfter(String id) {
		this.monitor.whenCompleted = (completed) -> {
			if (completed.equals(id)) {
				this.fixture.holdUp();
			}
		};
	}

	@Test
	void jobsTakenAlongAreTrackedAndStartedWhileMonitorsHearOfThoseBefore() {
		holdUpAfter("job-1");
		this.fixture.start(2);
		this.fixture.add("job-1");
		this.fixture.awaitUntil(() -> this.queue.completed.contains("job-1"));
		for (int i = 2; i < 10; i++) {
			this.fixture.add("job-" + i);
		}
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 8);
		assertThat(this.monitor.completed).doesNotContain("job-1");
	}

	@Test
	void jobsTakenInTheCallThatIsReportedAreExtendedOrReleasedMeanwhile() {
		AtomicBoolean first = new AtomicBoolean(true);
		this.queue.before(Verb.COMPLETE, (ids) -> {
			if (first.getAndSet(false)) {
				this.fixture.add("job-2");
			}
		});
		holdUpAfter("job-1");
		this.fixture.start(1);
		this.fixture.add("job-1");
		this.fixture.awaitUntil(() -> this.queue.active.contains("job-2"));
		// nobody but the monitor has a thread, and the job waits for it
		this.fixture.awaitUntil(() -> {
			this.fixture.clock.advance(Duration.ofSeconds(1));
			return !this.queue.actions.isEmpty() || this.fixture.isExtended("job-2");
		});
		this.fixture.letGo();
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 2);
		assertThat(this.monitor.lost).isEmpty();
	}

	@Test
	void shortJobsThatArriveWhileAMonitorTakesItsTimeAreStartedByOthers() {
		CountDownLatch waits = new CountDownLatch(1);
		holdUpAfter("slow");
		this.fixture.start(4);
		this.queue.add(500);
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 500);
		AtomicBoolean first = new AtomicBoolean(true);
		this.queue.before(Verb.RESERVE, (ids) -> {
			if (this.queue.active.contains("slow") && first.getAndSet(false)) {
				// somebody waits for jobs, and those that others take do not wake him
				waits.countDown();
				this.fixture.holdUp();
			}
		});
		AtomicBoolean added = new AtomicBoolean();
		this.queue.before(Verb.COMPLETE, (ids) -> {
			if (!added.getAndSet(true)) {
				// nobody need wait: whoever was in a call looks for himself
				await().pollDelay(Duration.ZERO).until(() -> waits.await(1, TimeUnit.SECONDS) || waits.getCount() > 0);
				this.fixture.add("next");
			}
		});
		this.fixture.add("slow");
		this.fixture.awaitUntil(() -> this.fixture.ran.contains("next"));
		assertThat(this.monitor.completed).doesNotContain("slow");
	}

	@Test
	void anAlertThatTakesItsTimeDoesNotKeepLeasesFromBeingExtended() {
		this.monitor.whenChanged = (state) -> {
			if (state == ContainerState.DISCONNECTED) {
				this.fixture.holdUp();
			}
		};
		AtomicBoolean outage = new AtomicBoolean();
		this.queue.before(Verb.RESERVE, (ids) -> {
			if (outage.getAndSet(false)) {
				throw new RedisConnectionFailureException("gone");
			}
		});
		JobContainer container = this.fixture.startHeldUp(3);
		this.fixture.add("job-1");
		this.fixture.awaitUntil(() -> container.running() == 1);
		outage.set(true);
		this.fixture.add("job-2");
		this.fixture.awaitUntil(() -> this.monitor.states.contains(ContainerState.DISCONNECTED));
		for (int round = 1; round < 4; round++) {
			this.queue.extensions.clear();
			this.fixture.awaitExtension("job-1");
		}
	}

}
