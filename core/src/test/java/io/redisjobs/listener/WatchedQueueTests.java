package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Containers whose queues are watched, because there are more than may wait. */
class WatchedQueueTests {

	private static final Duration LEFT_ALONE = Duration.ofHours(1);

	private final ContainerFixture fixture = new ContainerFixture();

	private final SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("watched-");

	private final FakeJobQueue queue = this.fixture.queue;

	@AfterEach
	void close() {
		this.fixture.close();
	}

	private JobContainer start(int concurrency) {
		return this.fixture.start(concurrency, (job) -> null,
				(made) -> made.places(0).executor(this.executor).lease(Duration.ofSeconds(30)));
	}

	private JobContainer startParked() {
		this.queue.watchedFor = LEFT_ALONE;
		JobContainer container = start(4);
		awaitNoThreads();
		return container;
	}

	private void awaitNoThreads() {
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.watched.get() > 0 && threads().isEmpty());
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("watched-"))
			.toList();
	}

	@Test
	void noThreadWaitsAndAJobThatComesIsRun() {
		startParked();
		for (int i = 1; i <= 3; i++) {
			this.queue.add("job-" + i, Duration.ofSeconds(30));
			int expected = i;
			await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.size() == expected);
			awaitNoThreads();
		}
	}

	@Test
	void aJobThatComesWhileTheWatchBeginsIsNotMissed() {
		this.queue.watchedFor = LEFT_ALONE;
		AtomicInteger reserved = new AtomicInteger();
		// after the look has found nothing, and before the container is parked
		this.queue.after(FakeJobQueue.Verb.RESERVE, (ids) -> {
			if (ids.isEmpty() && reserved.incrementAndGet() <= 20) {
				this.queue.add("job-" + reserved.get(), Duration.ofSeconds(30));
			}
		});
		start(1);
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.size() == 20);
	}

	@Test
	void aQueueThatCannotBeWatchedIsWaitedFor() {
		start(1);
		await().atMost(ContainerFixture.PATIENCE).until(() -> threads().size() == 1);
		this.queue.add(1);
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.size() == 1);
	}

	@Test
	void aQueueWhoseWatchFailsIsWaitedFor() {
		this.queue.before(FakeJobQueue.Verb.WATCH, (ids) -> {
			throw new SilentError();
		});
		start(1);
		this.queue.add(1);
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.size() == 1);
	}

	@Test
	void aQueueIsLookedAtAgainAlthoughNothingWasTold() {
		this.queue.watchedFor = Duration.ofMillis(50);
		this.queue.tells = false;
		start(1);
		awaitNoThreads();
		this.queue.add(1);
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.size() == 1);
	}

	@Test
	void aParkedContainerStopsAtOnceAndCanBeStartedAgain() {
		JobContainer container = startParked();
		container.stop();
		assertThat(this.queue.disconnected).hasValue(1);
		this.queue.add(1);
		container.start();
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.size() == 1);
	}

	@Test
	void aParkedContainerLooksAgainWhenItIsTold() {
		this.queue.tells = false;
		JobContainer container = startParked();
		this.queue.add(1);
		container.lookAgain();
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.size() == 1);
	}

	@Test
	void theLeaseOfAJobThatRunsWhileTheQueueIsWatchedIsExtended() throws InterruptedException {
		this.queue.watchedFor = LEFT_ALONE;
		CountDownLatch end = new CountDownLatch(1);
		this.fixture.start(4, (job) -> {
			if (job.id().equals("long")) {
				end.await();
			}
			return null;
		}, (made) -> made.places(0).executor(this.executor).lease(ContainerFixture.QUICK_ROUNDS));
		this.queue.add("long", Duration.ofSeconds(30));
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.fixture.ran.size() == 1);
		await().atMost(ContainerFixture.PATIENCE).until(() -> threads().size() == 1);
		this.fixture.clock.advance(Duration.ofSeconds(15));
		await().atMost(ContainerFixture.PATIENCE).until(() -> !this.queue.extensions.isEmpty());
		this.queue.add("short", Duration.ofSeconds(30));
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.contains("short"));
		end.countDown();
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.completed.contains("long"));
	}

	@Test
	void aParkedContainerIsNotTakenForOneThatHangs() {
		JobContainer container = startParked();
		container.check();
		assertThat(container.state()).isEqualTo(ContainerState.RUNNING);
	}

	@Test
	void changesThatBringNothingDoNotKeepItBusy() {
		AtomicInteger looks = new AtomicInteger();
		this.queue.before(FakeJobQueue.Verb.RESERVE, (ids) -> looks.incrementAndGet());
		startParked();
		Thread thread = new Thread(() -> {
			while (!Thread.currentThread().isInterrupted()) {
				this.queue.change();
			}
		});
		thread.start();
		int before = looks.get();
		await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
		thread.interrupt();
		// without a pause it would be tens of thousands
		assertThat(looks.get() - before).isBetween(5, 500);
	}

	@Test
	void theUpkeepOfAQueueInWhichNothingChangesIsDoneSeldom() {
		this.queue.nextUpkeepIfUnchanged = LEFT_ALONE;
		startParked();
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.upkeep.get() > 0);
		int before = this.queue.upkeep.get();
		await().pollDelay(Duration.ofMillis(300)).until(() -> true);
		assertThat(this.queue.upkeep.get() - before).isLessThan(10);
		this.queue.change();
		await().atMost(ContainerFixture.PATIENCE).until(() -> this.queue.upkeep.get() > before);
	}

}
