package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.redisjobs.JobContext;
import io.redisjobs.test.MutableClock;
import io.redisjobs.listener.FakeJobQueue.Verb;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Paths of a crew that are seldom taken. */
class JobLoopTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final CountDownLatch open = new CountDownLatch(1);

	private final Set<String> ran = ConcurrentHashMap.newKeySet();

	private final List<String> completed = new CopyOnWriteArrayList<>();

	private final List<String> lost = new CopyOnWriteArrayList<>();

	private final JobMonitor monitor = new JobMonitor() {
		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			if (job.id().equals("slow")) {
				uninterruptibly(JobLoopTests.this.open);
			}
			JobLoopTests.this.completed.add(job.id());
		}

		@Override
		public void leaseLost(JobContext job) {
			JobLoopTests.this.lost.add(job.id());
		}
	};

	private @Nullable JobContainer container;

	@AfterEach
	void stop() {
		this.open.countDown();
		if (this.container != null) {
			this.container.stop();
		}
	}

	private void start(FakeJobQueue queue, Clock clock, int concurrency) {
		this.container = FakeContainer.of(queue, (job) -> this.ran.add(job.id()))
			.clock(clock)
			.monitor(this.monitor)
			.lease(Duration.ofMillis(300))
			.create(concurrency);
		this.container.start();
	}

	private static void awaitUntil(Callable<Boolean> condition) {
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(condition);
	}

	@Test
	void anErrorWhileALeaseIsRenewedBeforeTheStartLeavesTheJobToOthers() {
		MutableClock clock = new MutableClock();
		FakeJobQueue queue = new FakeJobQueue(clock, LEASE);
		AtomicBoolean first = new AtomicBoolean(true);
		queue.before(Verb.EXTEND, (ids) -> {
			if (Thread.currentThread().getName().startsWith("jobs-") && first.getAndSet(false)) {
				throw new OutOfMemoryError("unable to create native thread");
			}
		});
		queue.add("job-1", Duration.ofSeconds(-1));
		start(queue, clock, 1);
		awaitUntil(() -> !first.get() && this.container.running() == 0);
		awaitUntil(() -> this.lost.contains("job-1"));
		queue.add("job-2", LEASE);
		awaitUntil(() -> this.completed.contains("job-2"));
		queue.extensions.clear();
		await().during(Duration.ofMillis(500)).atMost(PATIENCE).until(queue.extensions::isEmpty);
	}

	@Test
	void quickJobsThatArriveWhileAListenerTakesItsTimeAreStartedByOthers() {
		Clock clock = Clock.systemUTC();
		FakeJobQueue queue = new FakeJobQueue(clock, LEASE);
		CountDownLatch waits = new CountDownLatch(1);
		start(queue, clock, 4);
		queue.add(500);
		awaitUntil(() -> this.completed.size() == 500);
		AtomicBoolean first = new AtomicBoolean(true);
		queue.before(Verb.RESERVE, (ids) -> {
			if (queue.active.contains("slow") && first.getAndSet(false)) {
				// somebody waits for jobs, and those that others take do not wake him
				waits.countDown();
				uninterruptibly(this.open);
			}
		});
		AtomicBoolean added = new AtomicBoolean();
		queue.before(Verb.COMPLETE, (ids) -> {
			if (!added.getAndSet(true)) {
				// nobody need wait: whoever was in a call looks for himself
				await().pollDelay(Duration.ZERO).until(() -> waits.await(1, TimeUnit.SECONDS) || waits.getCount() > 0);
				queue.add("next", LEASE);
			}
		});
		queue.add("slow", LEASE);
		awaitUntil(() -> this.ran.contains("next"));
		assertThat(this.completed).doesNotContain("slow");
	}

	@Test
	void anErrorOfWhichNothingCanBeSaidMakesNoOtherJobToldTwice() {
		Clock clock = Clock.systemUTC();
		FakeJobQueue queue = new FakeJobQueue(clock, LEASE);
		CountDownLatch all = new CountDownLatch(1);
		queue.before(Verb.COMPLETE, (ids) -> {
			uninterruptibly(all);
			if (ids.contains("job-2")) {
				throw new IllegalArgumentException("odd");
			}
		});
		queue.before(Verb.FAIL, (ids) -> {
			throw new SilentError();
		});
		// before the start, so that the first call takes as many as can run
		queue.add(8);
		start(queue, clock, 4);
		awaitUntil(() -> this.ran.size() >= 4);
		all.countDown();
		awaitUntil(() -> queue.completed.size() == 7);
		awaitUntil(() -> this.completed.size() >= 7 && this.container.running() == 0);
		await().during(Duration.ofMillis(1500))
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(this.completed).hasSize(7).doesNotHaveDuplicates());
		assertThat(this.lost).containsExactly("job-2");
	}

	@Test
	void aContainerThatStopsHandsBackOneJobAfterTheOtherTheLatestFirst() {
		FakeJobQueue queue = new FakeJobQueue(Clock.systemUTC(), LEASE);
		List<Integer> handedBack = new CopyOnWriteArrayList<>();
		AtomicInteger calls = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		queue.before(Verb.FAIL, (ids) -> {
			uninterruptibly(this.open);
			// what the patrol finds overdue is not meant here
			if (Thread.currentThread().getName().startsWith("jobs-")) {
				most.accumulateAndGet(calls.incrementAndGet(), Math::max);
				handedBack.add(Integer.valueOf(ids.get(0).substring("job-".length())));
				LockSupport.parkNanos(5_000_000);
				calls.decrementAndGet();
			}
		});
		queue.before(Verb.WAKE_UP, (ids) -> this.open.countDown());
		queue.surplus.set(16);
		queue.add(20);
		this.container = FakeContainer.of(queue, (job) -> {
			uninterruptibly(this.open);
			return null;
		}).create(4);
		this.container.start();
		awaitUntil(() -> queue.active.size() == 20 && this.container.running() >= 4);
		this.container.stop();
		assertThat(handedBack).hasSizeGreaterThan(10).isSortedAccordingTo(Comparator.reverseOrder());
		assertThat(most).hasValue(1);
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

	/** An error about which nothing can be said. */
	private static final class SilentError extends Error {

		private static final long serialVersionUID = 1;

		@Override
		public String getMessage() {
			throw new NoClassDefFoundError("missing");
		}

	}

}
