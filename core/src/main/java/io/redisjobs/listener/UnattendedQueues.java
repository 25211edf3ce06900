package io.redisjobs.listener;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.UnattendedRole;

import org.springframework.context.SmartLifecycle;

/**
 * Looks after queues that have no container here: workers of others may take their jobs,
 * and do no upkeep. Starts before the containers and stops after them.
 */
public final class UnattendedQueues implements SmartLifecycle {

	/** How long a start waits for what workers of others need to begin. */
	private static final Duration FIRST_ROUND = Duration.ofSeconds(5);

	/** How long a stop waits for the piece under way. */
	private static final Duration LAST_PIECE = Duration.ofSeconds(2);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

	private static final Duration ATTENDED = Duration.ofSeconds(10);

	private final Supplier<List<OpenQueue>> queues;

	private final Supplier<JobContainerRegistry> containers;

	private final JobMonitor monitor;

	private final boolean autoStartup;

	private final AtomicReference<Rounds> rounds = new AtomicReference<>();

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
	public void start() {
		List<Upkeep> upkeeps = this.queues.get()
			.stream()
			.filter((queue) -> queue.queue().role(UnattendedRole.class).isPresent())
			.map(this::upkeep)
			.toList();
		Rounds next = new Rounds(upkeeps);
		if (!upkeeps.isEmpty() && this.rounds.compareAndSet(null, next)) {
			next.start();
		}
	}

	private Upkeep upkeep(OpenQueue queue) {
		JobMonitor async = new AsyncJobMonitor(queue.name(), this.monitor);
		Outage outage = new Outage(queue.name(), (state, reason) -> async.upkeepChanged(queue.name(), reason));
		UnattendedRole role = queue.queue().role(UnattendedRole.class).orElseThrow();
		AtomicBoolean first = new AtomicBoolean(true);
		return new Upkeep(queue.name(), (limit) -> maintain(queue.name(), role, first.getAndSet(false), limit), async,
				outage);
	}

	private MaintenanceReport maintain(String queue, UnattendedRole role, boolean first, int limit) {
		Optional<JobContainer> container = this.containers.get().get(queue);
		// at first containers do not run yet, and are about to start
		if (container.isPresent() && (first || container.get().isRunning())) {
			role.prepare();
			return MaintenanceReport.skipped(ATTENDED);
		}
		return role.maintainForOthers(limit);
	}

	/** Waits a little for the piece under way: connections are closed next. */
	@Override
	public void stop() {
		Rounds current = this.rounds.getAndSet(null);
		if (current != null) {
			current.stop();
		}
	}

	@Override
	public boolean isRunning() {
		return this.rounds.get() != null;
	}

	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

	/** The work from one start to the next stop. */
	private static final class Rounds {

		private final List<Upkeep> upkeeps;

		private final RepeatingTask task = new RepeatingTask(RoundTimer.forOne("redis-jobs-upkeep"),
				"redis-jobs-upkeep", this::round);

		private final CountDownLatch first = new CountDownLatch(1);

		private final ReentrantLock working = new ReentrantLock();

		private volatile boolean stopped;

		Rounds(List<Upkeep> upkeeps) {
			this.upkeeps = upkeeps;
		}

		void start() {
			this.task.start();
			try {
				this.first.await(FIRST_ROUND.toMillis(), TimeUnit.MILLISECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		private Duration round() {
			this.working.lock();
			try {
				Duration pause = LONGEST_PAUSE;
				for (Upkeep upkeep : this.upkeeps) {
					if (!this.stopped) {
						Duration next = upkeep.round();
						pause = (next.compareTo(pause) < 0) ? next : pause;
					}
				}
				return pause;
			}
			finally {
				this.working.unlock();
				this.first.countDown();
			}
		}

		void stop() {
			this.stopped = true;
			this.task.stop();
			try {
				if (this.working.tryLock(LAST_PIECE.toMillis(), TimeUnit.MILLISECONDS)) {
					this.working.unlock();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
