package io.redisjobs.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/** Waits until so many jobs are settled. */
final class Completions {

	private static final long MINUTES = 10;

	private final AtomicInteger left;

	private final CountDownLatch done = new CountDownLatch(1);

	private volatile @Nullable Throwable failure;

	Completions(int count) {
		this.left = new AtomicInteger(count);
	}

	void completed() {
		if (this.left.decrementAndGet() == 0) {
			this.done.countDown();
		}
	}

	void failed(Throwable failure) {
		this.failure = failure;
		this.done.countDown();
	}

	void await() throws InterruptedException {
		boolean ended = this.done.await(MINUTES, TimeUnit.MINUTES);
		if (this.failure != null) {
			throw new IllegalStateException("A job failed", this.failure);
		}
		if (!ended) {
			throw new IllegalStateException(this.left.get() + " jobs were not completed in " + MINUTES + " minutes");
		}
	}

}
