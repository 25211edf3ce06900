package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.redisjobs.JobContext;
import io.redisjobs.protocol.MaintenanceReport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Passes on to a monitor, in order and on a thread of its own, what happens beside the
 * runs of jobs: a monitor that takes its time must not keep leases from being extended.
 */
final class AsyncJobMonitor implements JobMonitor {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	/** Short, because each of many queues has something to tell from time to time. */
	private static final Duration THREAD_KEPT = Duration.ofMillis(500);

	private final String queue;

	private final JobMonitor monitor;

	private final ThreadPoolExecutor thread;

	private volatile @Nullable Thread current;

	AsyncJobMonitor(String queue, JobMonitor monitor) {
		this.queue = queue;
		this.monitor = monitor;
		this.thread = new ThreadPoolExecutor(1, 1, THREAD_KEPT.toMillis(), TimeUnit.MILLISECONDS,
				new LinkedBlockingQueue<>(), this::newThread);
		this.thread.allowCoreThreadTimeOut(true);
	}

	// an application that has ended does not wait until the thread has nothing to do
	private Thread newThread(Runnable work) {
		Thread thread = new Thread(work, "redis-jobs-monitors-" + this.queue);
		thread.setDaemon(true);
		this.current = thread;
		return thread;
	}

	@Override
	public void leaseLost(JobContext job) {
		tell(() -> this.monitor.leaseLost(job));
	}

	@Override
	public void extensionLate(String queue) {
		tell(() -> this.monitor.extensionLate(queue));
	}

	@Override
	public void maintained(String queue, MaintenanceReport report) {
		tell(() -> this.monitor.maintained(queue, report));
	}

	@Override
	public void upkeepChanged(String queue, @Nullable Throwable reason) {
		tell(() -> this.monitor.upkeepChanged(queue, reason));
	}

	@Override
	public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
		tell(() -> this.monitor.containerChanged(queue, state, reason));
	}

	private void tell(Runnable message) {
		try {
			this.thread.execute(message);
		}
		catch (RuntimeException | Error ex) {
			logger.warn(LogText.of(this.queue) + "its monitors could not be told what happened", ex);
		}
	}

	/** Waits until everything so far has been told, but not for ever. */
	void flush(Duration timeout) {
		if (Thread.currentThread() == this.current) {
			return;
		}
		CountDownLatch told = new CountDownLatch(1);
		tell(told::countDown);
		try {
			told.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
