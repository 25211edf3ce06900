package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.redisjobs.JobContext;
import io.redisjobs.test.MutableClock;
import io.redisjobs.listener.FakeJobQueue.Verb;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ContainerUnderStressTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final MutableClock clock = new MutableClock();

	private final FakeJobQueue queue = new FakeJobQueue(this.clock, LEASE);

	private final Told told = new Told();

	private final Set<String> ran = ConcurrentHashMap.newKeySet();

	private final CountDownLatch open = new CountDownLatch(1);

	private @Nullable JobContainer container;

	@AfterEach
	void stop() {
		this.open.countDown();
		if (this.container != null) {
			this.container.stop();
		}
	}

	private JobContainer start(FakeContainer made, int concurrency) {
		this.container = made.clock(this.clock).monitor(this.told).create(concurrency);
		this.container.start();
		return this.container;
	}

	private FakeContainer recording() {
		return FakeContainer.of(this.queue, (job) -> this.ran.add(job.id()));
	}

	private static void awaitUntil(Callable<Boolean> condition) {
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(condition);
	}

	private void awaitRenewal(String id) {
		awaitUntil(() -> {
			this.clock.advance(Duration.ofSeconds(1));
			return this.queue.extensions.stream().anyMatch((ids) -> ids.contains(id));
		});
	}

	// the lease of the container sets the pace of the rounds, which is real time
	private FakeContainer blocked() {
		return FakeContainer.of(this.queue, (job) -> {
			uninterruptibly(this.open);
			return null;
		}).lease(Duration.ofMillis(300));
	}

	@Test
	void jobsTakenAlongAreTrackedAndStartedWhileListenersHearOfThoseBefore() {
		this.told.whenCompleted = (id) -> {
			if (id.equals("job-1")) {
				uninterruptibly(this.open);
			}
		};
		start(recording(), 2);
		this.queue.add("job-1", LEASE);
		awaitUntil(() -> this.queue.completed.contains("job-1"));
		for (int i = 2; i < 10; i++) {
			this.queue.add("job-" + i, LEASE);
		}
		awaitUntil(() -> this.queue.completed.size() == 9);
		assertThat(this.told.completed).doesNotContain("job-1").hasSize(8);
	}

	@Test
	void jobsTakenInTheCallThatIsToldOfAreRenewedOrHandedBackMeanwhile() {
		CountDownLatch first = new CountDownLatch(1);
		this.queue.before(Verb.COMPLETE, (ids) -> {
			if (first.getCount() > 0) {
				first.countDown();
				this.queue.add("job-2", LEASE);
			}
		});
		this.told.whenCompleted = (id) -> uninterruptibly(this.open);
		start(recording().lease(Duration.ofMillis(300)), 1);
		this.queue.add("job-1", LEASE);
		awaitUntil(() -> this.queue.active.contains("job-2"));
		// nobody but the listener has a thread, and the job waits for it
		awaitUntil(() -> {
			this.clock.advance(Duration.ofSeconds(1));
			return this.queue.waiting() == 1 || this.queue.extensions.stream().anyMatch((ids) -> ids.contains("job-2"));
		});
		this.open.countDown();
		awaitUntil(() -> this.told.completed.size() == 2);
		assertThat(this.told.lost).isEmpty();
	}

	@Test
	void aJobWhoseLeaseEndedBeforeItsStartIsNotRunUnlessTheLeaseCanBeRenewed() {
		this.queue.after(Verb.RESERVE, (ids) -> {
			if (!ids.isEmpty()) {
				// the process was paused, and somebody else has got one of them
				this.queue.active.remove("job-1");
			}
		});
		this.queue.add("job-1", Duration.ofSeconds(-1));
		this.queue.add("job-2", Duration.ofSeconds(-1));
		start(recording(), 2);
		awaitUntil(() -> this.queue.completed.contains("job-2") && this.told.lost.contains("job-1"));
		assertThat(this.ran).containsExactly("job-2");
		assertThat(this.told.lost).containsExactly("job-1");
	}

	@Test
	void anAlertThatTakesItsTimeDoesNotHoldUpTheRenewal() {
		this.told.whenChanged = (state) -> {
			if (state == ContainerState.DISCONNECTED) {
				uninterruptibly(this.open);
			}
		};
		AtomicBoolean outage = new AtomicBoolean();
		this.queue.before(Verb.RESERVE, (ids) -> {
			if (outage.getAndSet(false)) {
				throw new RedisConnectionFailureException("gone");
			}
		});
		start(blocked(), 3);
		this.queue.add("job-1", LEASE);
		awaitUntil(() -> this.container.running() == 1);
		outage.set(true);
		this.queue.add("job-2", LEASE);
		awaitUntil(() -> this.told.states.contains(ContainerState.DISCONNECTED));
		for (int round = 1; round < 4; round++) {
			this.queue.extensions.clear();
			awaitRenewal("job-1");
		}
	}

	@Test
	void anErrorOnTheThreadOfRenewalOrUpkeepEndsNeither() {
		AtomicInteger errors = new AtomicInteger();
		this.queue.before(Verb.EXTEND, (ids) -> failFirst(errors));
		AtomicInteger others = new AtomicInteger();
		this.queue.before(Verb.MAINTAIN, (ids) -> failFirst(others));
		start(blocked(), 1);
		this.queue.add("job-1", LEASE);
		awaitUntil(() -> this.queue.active.contains("job-1"));
		awaitRenewal("job-1");
		awaitUntil(() -> this.queue.upkeep.get() > 3);
	}

	private static void failFirst(AtomicInteger errors) {
		if (errors.getAndIncrement() == 0) {
			throw new OutOfMemoryError("unable to create native thread");
		}
	}

	@Test
	void anEndThatCannotBeWrittenKeepsItsThreadOnlyForAWhile() {
		this.queue.before(Verb.FAIL, (ids) -> {
			throw new ArithmeticException("long overflow");
		});
		start(FakeContainer.of(this.queue, (job) -> {
			if (job.id().equals("job-1")) {
				throw new IllegalStateException("boom");
			}
			return this.ran.add(job.id());
		}), 1);
		this.queue.add(3);
		awaitUntil(() -> this.queue.completed.size() == 2);
		assertThat(this.told.lost).containsExactly("job-1");
		this.clock.advance(Duration.ofSeconds(11));
		assertThat(this.container.running()).isZero();
		assertThat(this.container.state()).isEqualTo(ContainerState.RUNNING);
	}

	@Test
	void oneResultThatCannotBeWrittenFailsItsJobAndHoldsUpNoOther() {
		this.queue.before(Verb.COMPLETE, (ids) -> {
			if (ids.contains("job-2")) {
				throw new IllegalArgumentException("odd");
			}
		});
		start(recording(), 4);
		this.queue.add(8);
		awaitUntil(() -> this.queue.completed.size() == 7 && this.queue.failed.size() == 1);
		assertThat(this.queue.failed).containsExactly("job-2");
		assertThat(this.told.completed).hasSize(7).doesNotHaveDuplicates();
	}

	@Test
	void anErrorWhileAFailedCallIsHandledLeavesNobodyWaiting() {
		AtomicInteger reserves = new AtomicInteger();
		AtomicInteger completes = new AtomicInteger();
		this.queue.before(Verb.RESERVE, (ids) -> failSilently(reserves));
		this.queue.before(Verb.COMPLETE, (ids) -> failSilently(completes));
		start(recording(), 2);
		this.queue.add(50);
		awaitUntil(() -> this.queue.completed.size() == 50);
	}

	private static void failSilently(AtomicInteger calls) {
		if (calls.incrementAndGet() <= 2) {
			throw new SilentError();
		}
	}

	@Test
	void afterALostReplyWhatBecameOfTheJobsIsToldAsItWas() {
		AtomicBoolean lose = new AtomicBoolean(true);
		this.queue.after(Verb.COMPLETE, (ids) -> {
			if (lose.getAndSet(false)) {
				// longer than the lease
				this.clock.advance(Duration.ofMinutes(1));
				throw new RedisConnectionFailureException("the reply is lost");
			}
		});
		start(recording(), 2);
		this.queue.add(20);
		awaitUntil(() -> this.told.completed.size() == 20);
		assertThat(this.told.completed).doesNotHaveDuplicates();
		assertThat(this.told.lost).isEmpty();
	}

	@Test
	void aContainerStopsInTimeAlthoughNothingAnswers() {
		CountDownLatch hangs = new CountDownLatch(1);
		this.queue.before(Verb.COMPLETE, (ids) -> {
			hangs.countDown();
			uninterruptibly(this.open);
		});
		this.queue.before(Verb.FAIL, (ids) -> uninterruptibly(this.open));
		this.queue.before(Verb.EXTEND, (ids) -> uninterruptibly(this.open));
		JobContainer stopping = start(recording().shutdownTimeout(Duration.ofMillis(500)), 2);
		this.queue.add(6);
		uninterruptibly(hangs);
		this.clock.advance(Duration.ofSeconds(11));
		long begin = System.nanoTime();
		stopping.stop();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
		assertThat(stopping.state()).isEqualTo(ContainerState.STOPPED);
	}

	@Test
	void aContainerWhoseRenewalHangsSaysSo() {
		this.queue.before(Verb.EXTEND, (ids) -> uninterruptibly(this.open));
		start(blocked().lease(LEASE), 1);
		this.queue.add(1);
		awaitUntil(() -> this.container.running() == 1);
		this.container.check();
		assertThat(this.container.state()).isEqualTo(ContainerState.RUNNING);
		this.clock.advance(LEASE);
		this.container.check();
		assertThat(this.container.state()).isEqualTo(ContainerState.UNRESPONSIVE);
		awaitUntil(() -> this.told.states.contains(ContainerState.UNRESPONSIVE));
		assertThat(this.told.reasons).singleElement().asString().contains("lease", "job-1");
		this.open.countDown();
		awaitUntil(() -> {
			this.container.check();
			return this.container.state() == ContainerState.RUNNING;
		});
	}

	@Test
	void aStoppedContainerHasNoConnectionOfItsOwnAndCanBeStartedAgain() {
		JobContainer stopped = start(recording(), 1);
		stopped.stop();
		assertThat(this.queue.disconnected).hasValue(1);
		stopped.start();
		this.queue.add(1);
		awaitUntil(() -> this.told.completed.size() == 1);
	}

	@Test
	void anInterruptedStopHaltsWhatRuns() throws Exception {
		CountDownLatch interrupted = new CountDownLatch(1);
		JobContainer stopping = start(FakeContainer.of(this.queue, (job) -> {
			try {
				this.open.await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
			return null;
		}), 1);
		this.queue.add(1);
		awaitUntil(() -> stopping.running() == 1);
		Thread stop = new Thread(stopping::stop);
		stop.start();
		awaitUntil(() -> stopping.state() == ContainerState.STOPPING);
		stop.interrupt();
		stop.join(PATIENCE.toMillis());
		assertThat(stop.isAlive()).isFalse();
		uninterruptibly(interrupted);
	}

	private static void uninterruptibly(CountDownLatch latch) {
		boolean interrupted = false;
		while (true) {
			try {
				latch.await();
				break;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/** Remembers what monitors are told. */
	private static final class Told implements JobMonitor {

		private final List<String> completed = new CopyOnWriteArrayList<>();

		private final List<String> lost = new CopyOnWriteArrayList<>();

		private final List<ContainerState> states = new CopyOnWriteArrayList<>();

		private final List<Throwable> reasons = new CopyOnWriteArrayList<>();

		private volatile Consumer<String> whenCompleted = (id) -> {
		};

		private volatile Consumer<ContainerState> whenChanged = (state) -> {
		};

		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			this.whenCompleted.accept(job.id());
			this.completed.add(job.id());
		}

		@Override
		public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
		}

		@Override
		public void leaseLost(JobContext job) {
			this.lost.add(job.id());
		}

		@Override
		public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
			this.states.add(state);
			if (reason != null) {
				this.reasons.add(reason);
			}
			this.whenChanged.accept(state);
		}

	}

	/** An error about which nothing can be said. */
	private static final class SilentError extends Error {

		private static final long serialVersionUID = 1;

		@Override
		public String getMessage() {
			throw new NoClassDefFoundError("missing");
		}

	}

}
