package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.UnattendedRole;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Looks after queues that have no container here: workers of others may take their jobs,
 * and do no upkeep. Starts before the containers and stops after them.
 */
public final class UnattendedQueues implements SmartLifecycle {

	/** How long a start waits for what workers of others need to begin. */
	private static final Duration FIRST_ROUND = Duration.ofSeconds(5);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

	private static final Duration ATTENDED = Duration.ofSeconds(10);

	private final Supplier<List<OpenQueue>> queues;

	private final Supplier<JobContainerRegistry> containers;

	private final JobMonitor monitor;

	private final boolean autoStartup;

	private volatile @Nullable Beat beat;

	/**
	 * Creates the upkeep.
	 * @param queues what is looked after; those without {@link UnattendedRole} are not
	 * @param containers the containers, which look after their queues themselves; asked
	 * for late, because a bean that depends on them would be stopped with them, and let
	 * the context believe that they have stopped
	 * @param monitors hear what was done
	 * @param autoStartup whether it starts with the application
	 */
	public UnattendedQueues(Supplier<List<OpenQueue>> queues, Supplier<JobContainerRegistry> containers,
			List<JobMonitor> monitors, boolean autoStartup) {
		this.queues = queues;
		this.containers = containers;
		this.monitor = new CompositeJobMonitor(monitors);
		this.autoStartup = autoStartup;
	}

	@Override
	public boolean isAutoStartup() {
		return this.autoStartup;
	}

	/** Waits a little, so that a worker of others that is started next can begin. */
	@Override
	public synchronized void start() {
		List<Upkeep> upkeeps = this.queues.get()
			.stream()
			.filter((queue) -> queue.queue().role(UnattendedRole.class).isPresent())
			.map(this::upkeep)
			.toList();
		if (this.beat != null || upkeeps.isEmpty()) {
			return;
		}
		CountDownLatch first = new CountDownLatch(1);
		Beat next = new Beat("redis-jobs-upkeep", () -> {
			Duration pause = upkeeps.stream().map(Upkeep::round).reduce(LONGEST_PAUSE, UnattendedQueues::shorter);
			first.countDown();
			return pause;
		}, true);
		this.beat = next;
		next.start();
		try {
			first.await(FIRST_ROUND.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private Upkeep upkeep(OpenQueue queue) {
		JobMonitor news = new Announcer(queue.name(), this.monitor);
		Outage outage = new Outage(queue.name(), (state, reason) -> news.upkeepChanged(queue.name(), reason));
		UnattendedRole role = queue.queue().role(UnattendedRole.class).orElseThrow();
		return new Upkeep(queue.name(), (limit) -> maintain(queue.name(), role, limit), news, outage);
	}

	private MaintenanceReport maintain(String queue, UnattendedRole role, int limit) {
		if (this.containers.get().get(queue).filter(JobContainer::isRunning).isPresent()) {
			role.prepare();
			return MaintenanceReport.skipped(ATTENDED);
		}
		return role.maintainForOthers(limit);
	}

	private static Duration shorter(Duration left, Duration right) {
		return (left.compareTo(right) < 0) ? left : right;
	}

	@Override
	public synchronized void stop() {
		Beat current = this.beat;
		if (current != null) {
			current.stop();
			this.beat = null;
		}
	}

	@Override
	public boolean isRunning() {
		return this.beat != null;
	}

	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

}
