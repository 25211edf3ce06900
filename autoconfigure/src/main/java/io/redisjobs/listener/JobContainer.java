package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;

import io.redisjobs.JobOperations;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.listener.invoke.JobHandlers;
import io.redisjobs.protocol.OpenQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.TaskScheduler;

/**
 * Takes and runs the jobs of one queue; can be started and stopped as often as wanted.
 */
public final class JobContainer {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final Duration GRACE = Duration.ofSeconds(2);

	private static final Duration PATROL = Duration.ofSeconds(1);

	private final OpenQueue queue;

	private final JobHandlers handlers;

	private final ContainerSettings settings;

	private final Environment environment;

	private volatile @Nullable Shift shift;

	private volatile ContainerState state = ContainerState.STOPPED;

	JobContainer(OpenQueue queue, JobHandlers handlers, ContainerSettings settings, Environment environment) {
		this.queue = queue;
		this.handlers = handlers;
		this.settings = settings;
		this.environment = environment;
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
		Shift current = this.shift;
		return (current != null && this.state == ContainerState.RUNNING && current.outage().ongoing())
				? ContainerState.DISCONNECTED : this.state;
	}

	/** Whether it has been started and not stopped. */
	public boolean isRunning() {
		return this.shift != null;
	}

	/** How many handlers run at this moment. */
	public int running() {
		Shift current = this.shift;
		return (current != null) ? current.crew().running() : 0;
	}

	/** Looks for jobs at once, although the queue said to rest. */
	public void lookAgain() {
		Shift current = this.shift;
		if (current != null) {
			current.crew().lookAgain();
		}
	}

	/** Starts taking jobs; does nothing if it does already. */
	public synchronized void start() {
		if (this.shift != null) {
			return;
		}
		JobMonitor monitor = this.environment.monitor();
		Outage outage = new Outage(queue(), (state, reason) -> monitor.containerChanged(queue(), state, reason));
		Duration interval = this.settings.lease().dividedBy(3);
		LeaseKeeper leases = new LeaseKeeper(this.queue, monitor, outage, interval, this.environment.scheduler(),
				this.environment.clock());
		FailureSettler failures = new FailureSettler(this.queue, this.environment.errorHandler(), leases, monitor,
				outage, this.environment.clock());
		Settlements settlements = new Settlements(this.queue, failures, leases, monitor, this.environment.clock());
		JobServices services = new JobServices(this.queue, this.environment.converter(), this.environment.jobs(),
				leases);
		JobRunner runner = new JobRunner(this.handlers, this.environment.converter(), monitor);
		Crew crew = new Crew(services, runner, settlements, outage, this.environment.executor(),
				this.settings.concurrency());
		Upkeep upkeep = new Upkeep(this.queue, this.environment.scheduler(), monitor, new Outage(queue()),
				this.environment.clock());
		ScheduledFuture<?> renewal = this.environment.scheduler()
			.scheduleAtFixedRate(leases, this.environment.clock().instant().plus(interval), interval);
		ScheduledFuture<?> patrol = this.environment.scheduler()
			.scheduleWithFixedDelay(crew::handBackOverdue, this.environment.clock().instant().plus(PATROL), PATROL);
		this.shift = new Shift(crew, leases, settlements, upkeep, List.of(renewal, patrol), outage);
		enter(ContainerState.RUNNING);
		upkeep.start();
		crew.start();
		logger.info("Queue '" + queue() + "' (" + this.queue.protocol().id() + "): started with concurrency "
				+ this.settings.concurrency());
	}

	/** Stops taking jobs, lets running handlers end, and hands back what is left. */
	public synchronized void stop() {
		Shift current = this.shift;
		if (current == null) {
			return;
		}
		enter(ContainerState.STOPPING);
		try {
			current.crew().stopTaking();
			if (!this.settings.drain() || !current.crew().awaitRest(this.settings.shutdownTimeout())) {
				current.crew().halt();
				if (!current.crew().awaitRest(GRACE)) {
					current.settlements().abandon(current.leases().held());
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			current.upkeep().stop();
			current.timers().forEach((timer) -> timer.cancel(false));
			this.shift = null;
			enter(ContainerState.STOPPED);
			logger.info("Queue '" + queue() + "': stopped");
		}
	}

	/**
	 * Runs jobs that wait on the calling thread, each settled before the next is taken;
	 * meant for tests.
	 * @param limit the most jobs to run
	 * @throws IllegalStateException if the container runs, and would take the jobs away
	 */
	public synchronized List<InlineRun> runInline(int limit) {
		if (this.shift != null) {
			throw new IllegalStateException("The container of queue '" + queue()
					+ "' is running and takes the jobs itself; stop it, or start with redis-jobs.auto-startup=false");
		}
		return new InlineRuns(this.queue, this.handlers, this.settings.lease(), this.environment).run(limit);
	}

	private void enter(ContainerState next) {
		this.state = next;
		this.environment.monitor().containerChanged(queue(), next, null);
	}

	/**
	 * What containers share.
	 *
	 * @param converter reads payloads and writes results
	 * @param jobs publishes follow-ups
	 * @param errorHandler decides about failures
	 * @param monitor hears what happens
	 * @param executor runs the crew's threads
	 * @param scheduler times renewals and upkeep
	 * @param clock tells the time
	 */
	record Environment(PayloadConverter converter, JobOperations jobs, JobErrorHandler errorHandler, JobMonitor monitor,
			Executor executor, TaskScheduler scheduler, Clock clock) {

	}

	private record Shift(Crew crew, LeaseKeeper leases, Settlements settlements, Upkeep upkeep,
			List<ScheduledFuture<?>> timers, Outage outage) {

	}

}
