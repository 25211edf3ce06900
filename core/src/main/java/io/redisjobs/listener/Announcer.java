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
 * runs of jobs: a monitor that takes its time must not hold up the renewal of leases.
 */
final class Announcer implements JobMonitor {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final Duration IDLE = Duration.ofSeconds(10);

	private final String queue;

	private final JobMonitor monitor;

	private final ThreadPoolExecutor thread;

	private volatile @Nullable Thread speaker;

	Announcer(String queue, JobMonitor monitor) {
		this.queue = queue;
		this.monitor = monitor;
		this.thread = new ThreadPoolExecutor(1, 1, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
				this::speaker);
		this.thread.allowCoreThreadTimeOut(true);
	}

	// an application that has ended does not wait until the thread has nothing to say
	private Thread speaker(Runnable work) {
		Thread thread = new Thread(work, "redis-jobs-news-" + this.queue);
		thread.setDaemon(true);
		this.speaker = thread;
		return thread;
	}

	@Override
	public void leaseLost(JobContext job) {
		tell(() -> this.monitor.leaseLost(job));
	}

	@Override
	public void renewalSkipped(String queue) {
		tell(() -> this.monitor.renewalSkipped(queue));
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

	private void tell(Runnable news) {
		try {
			this.thread.execute(news);
		}
		catch (RuntimeException | Error ex) {
			logger.warn("Queue '" + this.queue + "': its monitors could not be told what happened", ex);
		}
	}

	/** Waits until everything so far has been told, but not for ever. */
	void flush(Duration timeout) {
		if (Thread.currentThread() == this.speaker) {
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
