package io.redisjobs.listener;

import java.time.Duration;

/** The parts of a container from one start to the next stop. */
final class RunningContainer {

	/** How long interrupted handlers, and after them Redis, are waited for. */
	private static final Duration GRACE = Duration.ofSeconds(2);

	private final String queue;

	private final Outage outage;

	private final LeaseKeeper leases;

	private final FailureWriter failures;

	private final ResultWriter results;

	private final JobLoop loop;

	private final Upkeep upkeep;

	private final HangDetector hangDetector;

	private final SharedThreads shared;

	private final RepeatingTask upkeepTask;

	RunningContainer(JobContainer container) {
		JobContainer.Environment environment = container.environment();
		ContainerSettings settings = container.settings();
		JobMonitor async = container.monitor();
		this.queue = container.queue();
		this.outage = new Outage(this.queue, (state, reason) -> {
			if (state == ContainerState.FAILED) {
				container.fail(this, reason);
			}
			else {
				async.containerChanged(this.queue, state, reason);
			}
		});
		this.leases = new LeaseKeeper(container.openQueue(), async, this.outage, settings.lease(), environment.clock(),
				environment.shared().timer());
		this.failures = new FailureWriter(container.openQueue(), environment.errorHandler(), this.leases,
				environment.monitor(), this.outage, settings.retryLog(), environment.contexts());
		this.results = new ResultWriter(container.openQueue(), this.failures, this.leases, environment.monitor());
		JobServices services = new JobServices(container.openQueue(), environment.converter(), environment.jobs(),
				this.leases, environment.clock());
		JobRunner runner = new JobRunner(container.handlers(), environment.converter(), environment.monitor(),
				environment.contexts());
		this.loop = new JobLoop(services, runner, this.results, this.outage,
				new Workplace(environment.executor(), settings.concurrency(), environment.shared().places()),
				this::checkWithin);
		this.upkeep = new Upkeep(this.queue, container.openQueue().queue()::maintain, async,
				new Outage(this.queue, (state, reason) -> {
					if (state == ContainerState.FAILED) {
						container.fail(this, reason);
					}
				}));
		this.hangDetector = new HangDetector(this.loop, this.leases, this.outage, settings.lease());
		this.shared = environment.shared();
		this.upkeepTask = new RepeatingTask(this.shared.timer(), "redis-jobs-upkeep-" + this.queue, this::upkeepRound);
	}

	JobLoop loop() {
		return this.loop;
	}

	Outage outage() {
		return this.outage;
	}

	HangDetector hangDetector() {
		return this.hangDetector;
	}

	void begin() throws InterruptedException {
		this.shared.places().enter();
		this.leases.start();
		this.upkeepTask.start();
		this.loop.start();
	}

	private Duration upkeepRound() {
		this.loop.check();
		Long changes = this.loop.idling().changes();
		Duration next = this.upkeep.round(changes);
		Duration check = (changes != null) ? this.loop.idling().parkedFor() : Idling.CHECK_INTERVAL;
		return (next.compareTo(check) < 0) ? next : check;
	}

	private void checkWithin(Duration time) {
		this.upkeepTask.runWithin(time);
	}

	/**
	 * Takes no more jobs and lets running handlers end; interrupts those that do not, and
	 * releases the jobs of those that do not stop even then.
	 */
	void drain(Duration timeout) {
		this.loop.stopTaking();
		try {
			if (!this.loop.awaitEmpty(timeout)) {
				this.loop.interruptRunning();
				if (!this.loop.awaitEmpty(GRACE)) {
					releaseStuck();
				}
			}
		}
		catch (InterruptedException ex) {
			this.loop.interruptRunning();
			Thread.currentThread().interrupt();
		}
	}

	// Redis may not answer, and the application is to end all the same
	private void releaseStuck() throws InterruptedException {
		Thread thread = new Thread(() -> this.results.releaseStuck(this.leases.held()),
				"redis-jobs-release-" + this.queue);
		thread.setDaemon(true);
		thread.start();
		thread.join(GRACE.toMillis());
	}

	/** Ends what runs beside the loop; leases are extended until here. */
	void close() {
		this.loop.interruptRunning();
		this.failures.close();
		this.upkeepTask.stop();
		this.shared.places().leave();
		this.leases.stop();
	}

}
