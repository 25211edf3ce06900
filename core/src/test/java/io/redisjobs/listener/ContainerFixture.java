package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.test.MutableClock;
import org.jspecify.annotations.Nullable;

import static org.awaitility.Awaitility.await;

/**
 * A container on a queue in memory, whose handlers, calls and monitors can be held up.
 */
final class ContainerFixture implements AutoCloseable {

	static final Duration LEASE = Duration.ofSeconds(30);

	static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final Duration LONGEST_HOLD_UP = Duration.ofMinutes(1);

	/** A lease of the container with which rounds of extending follow quickly. */
	static final Duration QUICK_ROUNDS = Duration.ofMillis(300);

	final MutableClock clock = new MutableClock();

	final FakeJobQueue queue = new FakeJobQueue(this.clock, LEASE);

	final RecordingMonitor monitor = new RecordingMonitor();

	/** The jobs whose handler has begun, in that order. */
	final List<String> ran = new CopyOnWriteArrayList<>();

	/** What is held up goes on when this is counted down. */
	final CountDownLatch open = new CountDownLatch(1);

	private @Nullable JobContainer container;

	/** Starts a container whose handler does nothing. */
	JobContainer start(int concurrency) {
		return start(concurrency, (job) -> null);
	}

	/** Starts a container whose handler waits until it is let go on. */
	JobContainer startHeldUp(int concurrency) {
		return start(concurrency, (job) -> {
			uninterruptibly(this.open);
			return null;
		});
	}

	JobContainer start(int concurrency, JobInvoker handler) {
		return start(concurrency, handler, (made) -> made.lease(QUICK_ROUNDS));
	}

	JobContainer start(int concurrency, JobInvoker handler, UnaryOperator<FakeContainer> settings) {
		FakeContainer made = FakeContainer.of(this.queue, (job) -> {
			this.ran.add(job.id());
			return handler.invoke(job);
		});
		JobContainer started = settings.apply(made.clock(this.clock).monitor(this.monitor)).create(concurrency);
		this.container = started;
		started.start();
		return started;
	}

	void add(String... ids) {
		for (String id : ids) {
			this.queue.add(id, LEASE);
		}
	}

	void holdUp() {
		uninterruptibly(this.open);
	}

	void letGo() {
		this.open.countDown();
	}

	void awaitUntil(Callable<Boolean> condition) {
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(condition);
	}

	/** Lets time pass until a job's lease has been extended. */
	void awaitExtension(String id) {
		awaitUntil(() -> {
			this.clock.advance(Duration.ofSeconds(1));
			return isExtended(id);
		});
	}

	boolean isExtended(String id) {
		return this.queue.extensions.stream().anyMatch((ids) -> ids.contains(id));
	}

	/** Waits for a latch, and fails rather than wait for ever. */
	static void uninterruptibly(CountDownLatch latch) {
		boolean interrupted = false;
		long end = System.nanoTime() + LONGEST_HOLD_UP.toNanos();
		while (true) {
			try {
				if (!latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
					throw new IllegalStateException("It never came");
				}
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

	@Override
	public void close() {
		letGo();
		if (this.container != null) {
			this.container.stop();
		}
	}

}
