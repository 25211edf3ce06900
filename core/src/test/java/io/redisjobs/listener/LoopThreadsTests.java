package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

class LoopThreadsTests {

	private static final Runnable NOTHING = () -> {
	};

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final CountDownLatch open = new CountDownLatch(1);

	@AfterEach
	void letGo() {
		this.open.countDown();
	}

	@Test
	void aRefusalOfASecondThreadDoesNotRefuseTheStart() {
		AtomicInteger asked = new AtomicInteger();
		AtomicReference<LoopThreads> self = new AtomicReference<>();
		LoopLock lock = new LoopLock();
		LoopThreads threads = new LoopThreads("fake", (task) -> {
			if (asked.getAndIncrement() > 0) {
				throw new RejectedExecutionException("one is all there is");
			}
			new Thread(() -> {
				// begins when the refusal of the other has been noted
				await().atMost(PATIENCE).until(() -> lock.get(() -> self.get().limit()) == 1);
				task.run();
			}).start();
		}, 4, this::uninterrupted, NOTHING, lock);
		self.set(threads);
		lock.run(() -> threads.wakeFor(2));
		assertThatNoException().isThrownBy(() -> lock.await(() -> {
			threads.startFirst();
			return null;
		}));
		lock.run(() -> assertThat(threads.limit()).isOne());
	}

	@Test
	void threadsThatWereLostAreReplaced() {
		LoopLock lock = new LoopLock();
		AtomicInteger served = new AtomicInteger();
		LoopThreads threads = new LoopThreads("fake", new SimpleAsyncTaskExecutor("jobs-"), 4, () -> {
			if (served.getAndIncrement() > 0) {
				uninterrupted();
			}
		}, NOTHING, lock);
		lock.run(() -> threads.wakeFor(1));
		await().atMost(PATIENCE).until(() -> served.get() == 1);
		await().atMost(PATIENCE).until(() -> {
			lock.run(threads::requestMissing);
			return served.get() == 2;
		});
		lock.run(threads::requestMissing);
		assertThat(served).hasValue(2);
	}

	@Test
	void theySayWhenThereHasBeenNoThreadForLong() {
		LoopLock lock = new LoopLock();
		LoopThreads threads = new LoopThreads("fake", (task) -> {
		}, 4, NOTHING, NOTHING, lock);
		lock.run(() -> {
			threads.wakeFor(1);
			assertThat(threads.overdue(Duration.ofHours(1))).isNull();
			assertThat(threads.overdue(Duration.ZERO)).contains("no thread");
		});
	}

	private void uninterrupted() {
		try {
			this.open.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
