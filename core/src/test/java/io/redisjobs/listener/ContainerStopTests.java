package io.redisjobs.listener;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.redisjobs.UnfitJobException;
import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.protocol.FailureAction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** How a container stops. */
class ContainerStopTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final FakeJobQueue queue = this.fixture.queue;

	private final RecordingMonitor monitor = this.fixture.monitor;

	@AfterEach
	void stop() {
		this.fixture.close();
	}

	@Test
	void itEndsAtOnceWhenRedisIsGoneForGood() throws InterruptedException {
		this.queue.before(Verb.COMPLETE, (ids) -> {
			throw new RedisConnectionFailureException("gone");
		});
		this.queue.add(1);
		JobContainer container = this.fixture.start(1, (job) -> null,
				(made) -> made.shutdownTimeout(Duration.ofMinutes(5)));
		this.fixture.awaitUntil(() -> this.fixture.ran.size() == 1);
		Thread stopping = new Thread(container::stop);
		stopping.start();
		this.fixture.awaitUntil(() -> container.state() == ContainerState.STOPPING);
		container.giveUp();
		stopping.join(Duration.ofSeconds(60).toMillis());
		assertThat(stopping.isAlive()).isFalse();
	}

	@Test
	void itReleasesOneJobAfterTheOtherTheLatestFirst() {
		List<Integer> released = new CopyOnWriteArrayList<>();
		AtomicInteger calls = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		this.queue.before(Verb.FAIL, (ids) -> {
			this.fixture.holdUp();
			// what is overdue already is not meant here
			if (Thread.currentThread().getName().startsWith("jobs-")) {
				most.accumulateAndGet(calls.incrementAndGet(), Math::max);
				released.add(Integer.valueOf(ids.get(0).substring("job-".length())));
				LockSupport.parkNanos(5_000_000);
				calls.decrementAndGet();
			}
		});
		this.queue.before(Verb.WAKE_UP, (ids) -> this.fixture.letGo());
		this.queue.surplus.set(16);
		this.queue.add(20);
		JobContainer container = this.fixture.startHeldUp(4);
		this.fixture.awaitUntil(() -> this.queue.active.size() == 20 && container.running() == 4);
		container.stop();
		assertThat(released).hasSizeGreaterThan(10).isSortedAccordingTo(Comparator.reverseOrder());
		assertThat(most).hasValue(1);
	}

	@Test
	void itReleasesNoJobBesideOneThatWasOverdue() {
		List<Integer> released = new CopyOnWriteArrayList<>();
		AtomicInteger calls = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		CountDownLatch overdue = new CountDownLatch(1);
		this.queue.before(Verb.FAIL, (ids) -> {
			most.accumulateAndGet(calls.incrementAndGet(), Math::max);
			overdue.countDown();
			this.fixture.holdUp();
			released.add(Integer.valueOf(ids.get(0).substring("job-".length())));
			LockSupport.parkNanos(5_000_000);
			calls.decrementAndGet();
		});
		this.queue.before(Verb.WAKE_UP, (ids) -> this.fixture.letGo());
		this.queue.surplus.set(16);
		this.queue.add(20);
		JobContainer container = this.fixture.startHeldUp(4);
		ContainerFixture.uninterruptibly(overdue);
		this.fixture.awaitUntil(() -> container.running() == 4);
		container.stop();
		assertThat(released).hasSize(16).isSortedAccordingTo(Comparator.reverseOrder());
		assertThat(most).hasValue(1);
	}

	@Test
	void aJobThatIsBeingReleasedDoesNotCountAsRunning() throws Exception {
		CountDownLatch releasing = new CountDownLatch(1);
		CountDownLatch mayRelease = new CountDownLatch(1);
		this.queue.before(Verb.FAIL, (ids) -> {
			releasing.countDown();
			ContainerFixture.uninterruptibly(mayRelease);
		});
		this.queue.surplus.set(1);
		this.queue.add(2);
		JobContainer container = this.fixture.startHeldUp(1);
		this.fixture.awaitUntil(() -> this.queue.active.size() == 2 && container.running() == 1);
		this.queue.before(Verb.WAKE_UP, (ids) -> this.fixture.letGo());
		Thread stop = new Thread(container::stop);
		stop.start();
		ContainerFixture.uninterruptibly(releasing);
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 1);
		assertThat(container.running()).isZero();
		assertThat(stop.isAlive()).isTrue();
		mayRelease.countDown();
		stop.join(ContainerFixture.PATIENCE.toMillis());
		assertThat(stop.isAlive()).isFalse();
		assertThat(this.queue.waiting()).isOne();
		assertThat(this.queue.actions).containsExactly(FailureAction.releaseUnstarted());
	}

	@Test
	void itStopsInTimeAlthoughNothingAnswers() {
		CountDownLatch hangs = new CountDownLatch(1);
		this.queue.before(Verb.COMPLETE, (ids) -> {
			hangs.countDown();
			this.fixture.holdUp();
		});
		this.queue.before(Verb.FAIL, (ids) -> this.fixture.holdUp());
		this.queue.before(Verb.EXTEND, (ids) -> this.fixture.holdUp());
		JobContainer container = this.fixture.start(2, (job) -> null,
				(made) -> made.shutdownTimeout(Duration.ofMillis(500)));
		this.queue.add(6);
		ContainerFixture.uninterruptibly(hangs);
		this.fixture.clock.advance(Duration.ofSeconds(11));
		long begin = System.nanoTime();
		container.stop();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
		assertThat(container.state()).isEqualTo(ContainerState.STOPPED);
	}

	@Test
	void theJobOfAHandlerThatIgnoresItsInterruptionIsReleased() {
		JobContainer container = this.fixture.start(1, (job) -> {
			this.fixture.holdUp();
			return null;
		}, (made) -> made.shutdownTimeout(Duration.ofMillis(100)));
		this.queue.add(1);
		this.fixture.awaitUntil(() -> container.running() == 1);
		container.stop();
		assertThat(this.queue.actions).containsExactly(FailureAction.releaseInterrupted());
		assertThat(this.queue.waiting()).isOne();
	}

	@Test
	void handlersHaveAsLongAsTheCallerOfTheStopSays() {
		CountDownLatch interrupted = new CountDownLatch(1);
		JobContainer container = this.fixture.start(1, (job) -> {
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
			return null;
		}, (made) -> made.shutdownTimeout(Duration.ofHours(1)));
		this.fixture.add("a");
		this.fixture.awaitUntil(() -> container.running() == 1);
		container.stop(Duration.ofMillis(10));
		ContainerFixture.uninterruptibly(interrupted);
		assertThat(container.isRunning()).isFalse();
	}

	@Test
	void aJobThatFailsForItsInterruptionIsReleased() {
		JobContainer container = this.fixture.start(1, (job) -> {
			this.fixture.open.await();
			return null;
		}, (made) -> made.shutdownTimeout(Duration.ofMillis(100)));
		this.queue.add(1);
		this.fixture.awaitUntil(() -> container.running() == 1);
		container.stop();
		assertThat(this.queue.actions).containsExactly(FailureAction.releaseInterrupted());
		assertThat(this.queue.failed).isEmpty();
	}

	@Test
	void aJobThatNothingHereCanRunIsHandedBackAlsoWhenItIsFoundOutDuringTheStop() {
		JobContainer container = this.fixture.start(1, (job) -> {
			try {
				this.fixture.open.await();
			}
			catch (InterruptedException ex) {
				throw new UnfitJobException("no handler");
			}
			return null;
		}, (made) -> made.shutdownTimeout(Duration.ofMillis(100)));
		this.queue.add(1);
		this.fixture.awaitUntil(() -> container.running() == 1);
		container.stop();
		assertThat(this.queue.actions).containsExactly(FailureAction.handBack(20, Duration.ofSeconds(5)));
		assertThat(this.queue.waiting()).isOne();
	}

	@Test
	void aStoppedContainerHasNoConnectionOfItsOwnAndCanBeStartedAgain() {
		JobContainer container = this.fixture.start(1);
		container.stop();
		assertThat(this.queue.disconnected).hasValue(1);
		container.start();
		this.queue.add(1);
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 1);
	}

	@Test
	void itLetsHandlersEndAlthoughItsWaitCannotBeEnded() throws Exception {
		this.queue.before(Verb.WAKE_UP, (ids) -> {
			throw new IllegalStateException("gone");
		});
		JobContainer container = this.fixture.start(1, (job) -> {
			this.fixture.open.await();
			return null;
		});
		this.queue.add(1);
		this.fixture.awaitUntil(() -> container.running() == 1);
		Thread stop = new Thread(container::stop);
		stop.start();
		this.fixture.awaitUntil(() -> container.state() != ContainerState.RUNNING);
		await().during(Duration.ofMillis(200)).until(() -> container.running() == 1);
		this.fixture.letGo();
		stop.join(ContainerFixture.PATIENCE.toMillis());
		assertThat(this.monitor.completed).containsExactly("job-1");
		assertThat(this.queue.actions).isEmpty();
		assertThat(container.state()).isEqualTo(ContainerState.STOPPED);
	}

	@Test
	void itCanBeStartedAgainAlthoughAConnectionCouldNotBeClosed() {
		this.queue.before(Verb.DISCONNECT, (ids) -> {
			throw new IllegalStateException("gone");
		});
		JobContainer container = this.fixture.start(1);
		assertThatIllegalStateException().isThrownBy(container::stop).withMessage("gone");
		assertThat(container.state()).isEqualTo(ContainerState.STOPPED);
		this.queue.before(Verb.DISCONNECT, (ids) -> {
		});
		container.start();
		this.queue.add(1);
		this.fixture.awaitUntil(() -> this.monitor.completed.size() == 1);
	}

	@Test
	void anInterruptedStopInterruptsWhatRuns() throws Exception {
		CountDownLatch interrupted = new CountDownLatch(1);
		JobContainer container = this.fixture.start(1, (job) -> {
			try {
				this.fixture.open.await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
			return null;
		});
		this.queue.add(1);
		this.fixture.awaitUntil(() -> container.running() == 1);
		Thread stop = new Thread(container::stop);
		stop.start();
		this.fixture.awaitUntil(() -> container.state() == ContainerState.STOPPING);
		stop.interrupt();
		stop.join(ContainerFixture.PATIENCE.toMillis());
		assertThat(stop.isAlive()).isFalse();
		ContainerFixture.uninterruptibly(interrupted);
	}

}
