package io.redisjobs.listener;

import java.time.Duration;

/** The parts of a container at work, from one start to the next stop. */
final class Shift {

	private static final Duration GRACE = Duration.ofSeconds(2);

	private static final Duration PATROL = Duration.ofSeconds(1);

	private final String queue;

	private final Outage outage;

	private final LeaseKeeper leases;

	private final FailureSettler failures;

	private final Settlements settlements;

	private final Crew crew;

	private final Upkeep upkeep;

	private final Watch watch;

	private final Beat care;

	Shift(JobContainer container) {
		JobContainer.Environment environment = container.environment();
		ContainerSettings settings = container.settings();
		JobMonitor news = container.news();
		this.queue = container.queue();
		this.outage = new Outage(this.queue, (state, reason) -> news.containerChanged(this.queue, state, reason));
		this.leases = new LeaseKeeper(container.openQueue(), news, this.outage, settings.lease(), environment.clock());
		this.failures = new FailureSettler(container.openQueue(), environment.errorHandler(), this.leases,
				environment.monitor(), this.outage);
		this.settlements = new Settlements(container.openQueue(), this.failures, this.leases, environment.monitor());
		JobServices services = new JobServices(container.openQueue(), environment.converter(), environment.jobs(),
				this.leases, environment.clock());
		JobRunner runner = new JobRunner(container.handlers(), environment.converter(), environment.monitor());
		this.crew = new Crew(services, runner, this.settlements, this.outage, environment.executor(),
				settings.concurrency());
		this.upkeep = new Upkeep(this.queue, container.openQueue().queue()::maintain, news, new Outage(this.queue));
		this.watch = new Watch(this.crew, this.leases, this.outage, settings.lease());
		this.care = new Beat("redis-jobs-care-" + this.queue, this::careRound);
	}

	Crew crew() {
		return this.crew;
	}

	Outage outage() {
		return this.outage;
	}

	Watch watch() {
		return this.watch;
	}

	void begin() throws InterruptedException {
		this.leases.start();
		this.care.start();
		this.crew.start();
	}

	private Duration careRound() {
		this.crew.patrol();
		Duration next = this.upkeep.round();
		return (next.compareTo(PATROL) < 0) ? next : PATROL;
	}

	/**
	 * Takes no more jobs and lets running handlers end; interrupts those that do not, and
	 * hands back the jobs of those that do not stop even then.
	 */
	void finish(Duration timeout) {
		this.crew.stopTaking();
		try {
			if (!this.crew.awaitRest(timeout)) {
				this.crew.halt();
				if (!this.crew.awaitRest(GRACE)) {
					abandon();
				}
			}
		}
		catch (InterruptedException ex) {
			this.crew.halt();
			Thread.currentThread().interrupt();
		}
	}

	// Redis may not answer, and the application is to end all the same
	private void abandon() throws InterruptedException {
		Thread thread = new Thread(() -> this.settlements.abandon(this.leases.held()),
				"redis-jobs-abandon-" + this.queue);
		thread.setDaemon(true);
		thread.start();
		thread.join(GRACE.toMillis());
	}

	/** Ends what runs beside the crew; leases are renewed until here. */
	void close() {
		this.crew.halt();
		this.failures.close();
		this.care.stop();
		this.leases.stop();
	}

}
