package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;

import io.redisjobs.JobOperations;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.listener.invoke.JobHandlers;
import io.redisjobs.protocol.OpenQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Takes and runs the jobs of one queue; can be started and stopped as often as wanted.
 */
public final class JobContainer {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	/** How long a container that has stopped waits until its monitors have been told. */
	private static final Duration MONITORS_TOLD = Duration.ofSeconds(2);

	private final OpenQueue queue;

	private final JobHandlers handlers;

	private final ContainerSettings settings;

	private final Environment environment;

	private final AsyncJobMonitor monitor;

	private volatile @Nullable RunningContainer running;

	private volatile @Nullable String overdue;

	private volatile ContainerState state = ContainerState.STOPPED;

	/** Why it stops by itself. */
	private volatile @Nullable Throwable failure;

	JobContainer(OpenQueue queue, JobHandlers handlers, ContainerSettings settings, Environment environment) {
		this.queue = queue;
		this.handlers = handlers;
		this.settings = settings;
		this.environment = environment;
		this.monitor = new AsyncJobMonitor(queue.name(), environment.monitor());
	}

	/** The queue's name. */
	public String queue() {
		return this.queue.name();
	}

	/** The queue itself. */
	public OpenQueue openQueue() {
		return this.queue;
	}

	/** How it runs jobs. */
	public ContainerSettings settings() {
		return this.settings;
	}

	/** The handlers. */
	public JobHandlers handlers() {
		return this.handlers;
	}

	/** What it is doing. */
	public ContainerState state() {
		RunningContainer current = this.running;
		if (current == null || this.state != ContainerState.RUNNING) {
			return this.state;
		}
		if (current.outage().ongoing()) {
			return ContainerState.DISCONNECTED;
		}
		return (this.overdue != null) ? ContainerState.UNRESPONSIVE : this.state;
	}

	/** Looks whether something is overdue; reports when that begins and when it ends. */
	void check() {
		RunningContainer current = this.running;
		String found = (current != null && this.state == ContainerState.RUNNING) ? current.hangDetector().overdue()
				: null;
		boolean changed = (found == null) != (this.overdue == null);
		this.overdue = found;
		if (changed && found != null) {
			logger.error(LogText.of(queue()) + "its container hangs: " + found);
			this.monitor.containerChanged(queue(), ContainerState.UNRESPONSIVE, new IllegalStateException(found));
		}
		else if (changed && this.state == ContainerState.RUNNING) {
			logger.info(LogText.of(queue()) + "its container goes on");
			this.monitor.containerChanged(queue(), ContainerState.RUNNING, null);
		}
	}

	/** Whether it has been started and not stopped. */
	public boolean isRunning() {
		return this.running != null;
	}

	/** How many handlers run at this moment. */
	public int running() {
		RunningContainer current = this.running;
		return (current != null) ? current.loop().look(InFlight::running) : 0;
	}

	/**
	 * How many jobs it has taken since its start, if nothing is left to be done for any
	 * of them here; zero while it does not run.
	 */
	public OptionalLong doneWith() {
		RunningContainer current = this.running;
		return (current != null) ? current.loop().look(InFlight::doneWith) : OptionalLong.of(0);
	}

	/** Looks for jobs at once, although the queue said to rest. */
	public void lookAgain() {
		RunningContainer current = this.running;
		if (current != null) {
			current.loop().lookAgain();
		}
	}

	/**
	 * Starts taking jobs; does nothing if it does already.
	 * @throws IllegalStateException if its executor gives it no thread
	 */
	public synchronized void start() {
		if (this.running != null) {
			return;
		}
		this.failure = null;
		RunningContainer next = new RunningContainer(this);
		this.running = next;
		enter(ContainerState.RUNNING);
		try {
			next.begin();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			end(next);
			throw new IllegalStateException(LogText.of(queue()) + "interrupted while it was starting", ex);
		}
		catch (RuntimeException | Error ex) {
			end(next);
			throw ex;
		}
		logger.info(LogText.of(queue()) + "started with protocol " + this.queue.protocol().id() + " and concurrency "
				+ this.settings.concurrency());
	}

	/**
	 * Stops taking jobs, lets running handlers end, and releases what is left. One that
	 * has failed is stopped on purpose from then on.
	 */
	public void stop() {
		stop(patience());
	}

	private Duration patience() {
		return this.settings.drain() ? this.settings.shutdownTimeout() : Duration.ZERO;
	}

	/**
	 * Stops as {@link #stop()} does.
	 * @param patience how long running handlers have to end before they are interrupted
	 */
	public synchronized void stop(Duration patience) {
		RunningContainer current = this.running;
		if (current != null) {
			stop(current, patience);
		}
		else if (this.failure != null) {
			this.failure = null;
			enter(ContainerState.STOPPED);
			this.monitor.flush(MONITORS_TOLD);
		}
	}

	/**
	 * Ends a stop that is under way, or the next one, as soon as it can: nothing that is
	 * left can be written any more.
	 */
	public void giveUp() {
		RunningContainer current = this.running;
		if (current != null) {
			current.loop().giveUp();
		}
	}

	/** Stops it on a thread of its own, because of an error that stays. */
	void fail(RunningContainer failed, @Nullable Throwable reason) {
		Thread thread = new Thread(() -> stopFailed(failed, reason), "redis-jobs-stop-" + queue());
		thread.setDaemon(true);
		thread.start();
	}

	private synchronized void stopFailed(RunningContainer failed, @Nullable Throwable reason) {
		if (this.running == failed) {
			this.failure = reason;
			stop(failed, patience());
		}
	}

	private void stop(RunningContainer current, Duration patience) {
		enter(ContainerState.STOPPING);
		try {
			current.drain(patience);
		}
		finally {
			end(current);
			logger.info(LogText.of(queue()) + "stopped");
		}
	}

	private void end(RunningContainer ended) {
		ended.close();
		try {
			this.queue.queue().disconnect();
		}
		finally {
			this.running = null;
			this.overdue = null;
			enter((this.failure != null) ? ContainerState.FAILED : ContainerState.STOPPED);
			this.monitor.flush(MONITORS_TOLD);
		}
	}

	/**
	 * Runs jobs that wait on the calling thread, each written before the next is taken;
	 * meant for tests.
	 * @param limit the most jobs to run
	 * @throws IllegalStateException if the container runs, and would take the jobs away
	 */
	public synchronized List<InlineRun> runInline(int limit) {
		if (this.running != null) {
			throw new IllegalStateException(LogText.of(queue())
					+ "its container is running and takes the jobs itself; stop it, or start with redis-jobs.auto-startup=false");
		}
		return new InlineRuns(this.queue, this.handlers, this.settings, this.environment).run(limit);
	}

	private void enter(ContainerState next) {
		this.state = next;
		this.monitor.containerChanged(queue(), next, this.failure);
	}

	AsyncJobMonitor monitor() {
		return this.monitor;
	}

	Environment environment() {
		return this.environment;
	}

	/**
	 * What containers share.
	 *
	 * @param converter reads payloads and writes results
	 * @param jobs publishes follow-ups
	 * @param errorHandler decides about failures
	 * @param monitor hears what happens
	 * @param contexts surround runs
	 * @param executor runs the container's threads
	 * @param clock tells the time
	 * @param shared the threads that they share
	 */
	record Environment(PayloadConverter converter, JobOperations jobs, JobErrorHandler errorHandler, JobMonitor monitor,
			JobRunContext contexts, Executor executor, Clock clock, SharedThreads shared) {

	}

}
