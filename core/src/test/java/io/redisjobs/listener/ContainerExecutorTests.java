package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Containers on executors that give fewer threads than they should. */
class ContainerExecutorTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final FakeJobQueue queue = new FakeJobQueue(Clock.systemUTC(), Duration.ofSeconds(30));

	private final CountDownLatch open = new CountDownLatch(1);

	private final List<JobContainer> containers = new ArrayList<>();

	private final Queue<ExecutorService> pools = new ConcurrentLinkedQueue<>();

	@AfterEach
	void stop() {
		this.open.countDown();
		this.containers.forEach(JobContainer::stop);
		this.pools.forEach(ExecutorService::shutdown);
	}

	private FakeContainer blocked(FakeJobQueue jobs) {
		return FakeContainer.of(jobs, (job) -> {
			this.open.await();
			return null;
		});
	}

	private JobContainer create(FakeContainer made, int concurrency) {
		JobContainer container = made.create(concurrency);
		this.containers.add(container);
		return container;
	}

	private ThreadPoolExecutor pool(int threads, ThreadPoolExecutor made) {
		this.pools.add(made);
		assertThat(made.getMaximumPoolSize()).isEqualTo(threads);
		return made;
	}

	private ThreadPoolExecutor rejecting(int threads) {
		return pool(threads, new ThreadPoolExecutor(threads, threads, 1, TimeUnit.SECONDS, new SynchronousQueue<>()));
	}

	private ThreadPoolExecutor queueing(int threads) {
		return pool(threads,
				new ThreadPoolExecutor(threads, threads, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
	}

	private void takesNoMoreThanItCanRun(JobContainer container) {
		this.queue.add(20);
		container.start();
		await().atMost(PATIENCE)
			.until(() -> container.running() == 2 && this.queue.active.size() == 2 && this.queue.waiting() == 18);
		// and leaves the others alone
		await().during(Duration.ofMillis(1500))
			.atMost(PATIENCE)
			.until(() -> this.queue.active.size() == 2 && this.queue.waiting() == 18);
		this.open.countDown();
		await().atMost(PATIENCE).until(() -> this.queue.completed.size() == 20);
	}

	@Test
	void jobsThatAnExecutorHasNoThreadForAreLeftToOthers() {
		takesNoMoreThanItCanRun(create(blocked(this.queue).executor(rejecting(2)), 8));
	}

	@Test
	void jobsThatAnExecutorLetsWaitAreLeftToOthers() {
		takesNoMoreThanItCanRun(create(blocked(this.queue).executor(queueing(2)), 8));
	}

	@Test
	void anExecutorThatBlocksWhoeverAsksHoldsUpNobodyElse() {
		SimpleAsyncTaskExecutor throttled = new SimpleAsyncTaskExecutor("jobs-");
		throttled.setConcurrencyLimit(2);
		takesNoMoreThanItCanRun(create(blocked(this.queue).executor(throttled), 8));
	}

	@Test
	void anExecutorThatRunsTasksWhereItIsAskedGivesNoThread() {
		ThreadPoolExecutor callerRuns = rejecting(2);
		callerRuns.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
		takesNoMoreThanItCanRun(create(blocked(this.queue).executor(callerRuns), 8));
	}

	@Test
	void aQueueWithoutAThreadTakesNoJobs() {
		ThreadPoolExecutor two = queueing(2);
		List<FakeJobQueue> queues = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			FakeJobQueue next = new FakeJobQueue(Clock.systemUTC(), Duration.ofSeconds(30));
			next.add(1);
			queues.add(next);
			create(blocked(next).executor(two), 1).start();
		}
		await().atMost(PATIENCE).until(() -> queues.get(0).active.size() == 1 && queues.get(1).active.size() == 1);
		assertThat(queues.get(2).active).isEmpty();
		assertThat(queues.get(2).waiting()).isOne();
	}

	@Test
	void aRefusedStartLeavesAContainerThatCanBeStarted() {
		AtomicInteger asked = new AtomicInteger();
		ExecutorService threads = Executors.newCachedThreadPool();
		this.pools.add(threads);
		JobContainer container = create(blocked(this.queue).executor((task) -> {
			if (asked.getAndIncrement() == 0) {
				throw new RejectedExecutionException("closed for today");
			}
			threads.execute(task);
		}), 1);
		assertThatThrownBy(container::start).isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("Queue 'fake'")
			.hasMessageContaining("closed for today");
		assertThat(container.isRunning()).isFalse();
		assertThat(container.state()).isEqualTo(ContainerState.STOPPED);
		container.start();
		this.queue.add(1);
		await().atMost(PATIENCE).until(() -> container.running() == 1);
	}

	@Test
	void threadsThatAnExecutorGivesLaterAreUsed() {
		ThreadPoolExecutor two = rejecting(2);
		CountDownLatch others = new CountDownLatch(1);
		two.execute(() -> {
			try {
				others.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		JobContainer container = create(blocked(this.queue).executor(two), 8);
		this.queue.add(20);
		container.start();
		await().atMost(PATIENCE).until(() -> container.running() == 1 && this.queue.active.size() == 1);
		others.countDown();
		await().atMost(PATIENCE).until(() -> container.running() == 2 && this.queue.active.size() == 2);
	}

}
