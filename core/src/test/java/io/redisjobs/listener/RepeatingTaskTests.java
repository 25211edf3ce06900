package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class RepeatingTaskTests {

	private final AtomicInteger rounds = new AtomicInteger();

	private final String name = "rounds-of-test-" + UUID.randomUUID();

	private final RoundTimer timer = RoundTimer.forMany(this.name);

	private RepeatingTask task = new RepeatingTask(this.timer, "repeating", () -> Duration.ofHours(1));

	@AfterEach
	void stop() {
		this.task.stop();
	}

	private RepeatingTask start(RepeatingTask task) {
		this.task = task;
		task.start();
		return task;
	}

	@Test
	void anErrorInOneRoundDoesNotEndTheNext() {
		start(new RepeatingTask(this.timer, "repeating", () -> {
			if (this.rounds.incrementAndGet() == 1) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			return Duration.ofMillis(1);
		}));
		await().until(() -> this.rounds.get() > 3);
	}

	@Test
	void aRoundCanBeBroughtForward() {
		RepeatingTask slow = start(new RepeatingTask(this.timer, "repeating", () -> {
			this.rounds.incrementAndGet();
			return Duration.ofHours(1);
		}));
		await().until(() -> this.rounds.get() == 1);
		slow.runWithin(Duration.ofMillis(10));
		await().until(() -> this.rounds.get() == 2);
	}

	@Test
	void whatIsAskedForDuringARoundIsNotForgotten() {
		AtomicReference<RepeatingTask> self = new AtomicReference<>();
		self.set(new RepeatingTask(this.timer, "repeating", () -> {
			if (this.rounds.incrementAndGet() < 5) {
				self.get().runWithin(Duration.ofMillis(5));
			}
			return Duration.ofHours(1);
		}));
		start(self.get());
		await().until(() -> this.rounds.get() == 5);
	}

	@Test
	void aRoundRunsOnAThreadThatIsNamedLikeTheTask() {
		AtomicReference<String> seen = new AtomicReference<>();
		start(new RepeatingTask(this.timer, "redis-jobs-repeating", () -> {
			seen.set(Thread.currentThread().getName());
			return Duration.ofHours(1);
		}));
		await().until(() -> "redis-jobs-repeating".equals(seen.get()));
	}

	@Test
	void aRoundThatHangsHoldsUpNoOtherTask() throws InterruptedException {
		CountDownLatch hanging = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		RepeatingTask slow = start(new RepeatingTask(this.timer, "hanging", () -> {
			hanging.countDown();
			awaitQuietly(end);
			return Duration.ofHours(1);
		}));
		hanging.await();
		start(new RepeatingTask(this.timer, "repeating", () -> {
			this.rounds.incrementAndGet();
			return Duration.ofMillis(1);
		}));
		await().until(() -> this.rounds.get() > 3);
		end.countDown();
		slow.stop();
	}

	@Test
	void whereManyRoundsHangTheOthersKeepTheirPace() throws InterruptedException {
		CountDownLatch end = new CountDownLatch(1);
		CountDownLatch hanging = new CountDownLatch(50);
		List<RepeatingTask> slow = Stream.generate(() -> new RepeatingTask(this.timer, "hanging", () -> {
			hanging.countDown();
			awaitQuietly(end);
			return Duration.ofHours(1);
		})).limit(50).toList();
		slow.forEach(RepeatingTask::start);
		hanging.await();
		List<RepeatingTask> healthy = Stream.generate(() -> new RepeatingTask(this.timer, "repeating", () -> {
			this.rounds.incrementAndGet();
			return Duration.ofMillis(100);
		})).limit(100).toList();
		healthy.forEach(RepeatingTask::start);
		// with 20 ms of patience for each it would take 40 s
		await().atMost(Duration.ofSeconds(20)).until(() -> this.rounds.get() >= 2000);
		end.countDown();
		slow.forEach(RepeatingTask::stop);
		healthy.forEach(RepeatingTask::stop);
	}

	@Test
	void aTaskIsNeverInTwoRoundsAtOnce() {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		RepeatingTask eager = start(new RepeatingTask(this.timer, "repeating", () -> {
			most.accumulateAndGet(inside.incrementAndGet(), Math::max);
			this.rounds.incrementAndGet();
			inside.decrementAndGet();
			return Duration.ZERO;
		}));
		await().until(() -> {
			eager.runWithin(Duration.ZERO);
			return this.rounds.get() > 1000;
		});
		assertThat(most).hasValue(1);
	}

	@Test
	void manyTasksTakeFewThreads() {
		List<RepeatingTask> tasks = Stream.generate(() -> new RepeatingTask(this.timer, this.name, () -> {
			this.rounds.incrementAndGet();
			return Duration.ofMillis(50);
		})).limit(100).toList();
		tasks.forEach(RepeatingTask::start);
		await().until(() -> this.rounds.get() > 1000);
		assertThat(threads()).isLessThan(20);
		tasks.forEach(RepeatingTask::stop);
	}

	@Test
	void theApplicationCannotEndWhileThereAreTasksAndCanAfterwards() {
		start(new RepeatingTask(this.timer, "repeating", () -> Duration.ofHours(1)));
		assertThat(nonDaemons()).isEqualTo(1);
		this.task.stop();
		await().until(() -> nonDaemons() == 0);
	}

	@Test
	void noRoundFollowsAStop() {
		RepeatingTask quick = start(new RepeatingTask(this.timer, "repeating", () -> {
			this.rounds.incrementAndGet();
			return Duration.ofMillis(1);
		}));
		await().until(() -> this.rounds.get() > 3);
		quick.stop();
		await().until(() -> nonDaemons() == 0 && isQuiet());
	}

	private boolean isQuiet() {
		int before = this.rounds.get();
		LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
		return this.rounds.get() == before;
	}

	private long threads() {
		return named().count();
	}

	private long nonDaemons() {
		return named().filter((thread) -> !thread.isDaemon()).count();
	}

	private Stream<Thread> named() {
		return Thread.getAllStackTraces().keySet().stream().filter((thread) -> thread.getName().startsWith(this.name));
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
