package io.redisjobs.listener;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * All containers, by queue. They start after everything else and stop before it.
 */
public final class JobContainerRegistry implements SmartLifecycle, DisposableBean {

	private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

	private final Map<String, JobContainer> containers = new TreeMap<>();

	private final boolean autoStartup;

	private final RepeatingTask checks = new RepeatingTask(RoundTimer.forOne("redis-jobs-checks"), "redis-jobs-checks",
			this::check);

	private volatile boolean running;

	public JobContainerRegistry() {
		this(true);
	}

	/**
	 * Creates the registry.
	 * @param autoStartup whether containers start with the application
	 */
	public JobContainerRegistry(boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	@Override
	public boolean isAutoStartup() {
		return this.autoStartup;
	}

	/** Adds a container; one queue has one. */
	public synchronized void register(JobContainer container) {
		if (this.containers.putIfAbsent(container.queue(), container) != null) {
			throw new IllegalStateException(LogText.of(container.queue()) + "it has a container already");
		}
		this.checks.start();
		if (this.running && container.settings().autoStartup()) {
			container.start();
		}
	}

	/** The container of a queue. */
	public synchronized Optional<JobContainer> get(String queue) {
		return Optional.ofNullable(this.containers.get(queue));
	}

	/** All containers, ordered by queue. */
	public synchronized Collection<JobContainer> all() {
		return List.copyOf(this.containers.values());
	}

	@Override
	public void start() {
		this.running = true;
		all().stream().filter((container) -> container.settings().autoStartup()).forEach(JobContainer::start);
	}

	/** Stops all containers at the same time. */
	@Override
	public void stop() {
		this.running = false;
		List<Thread> threads = all().stream()
			.map((container) -> new Thread(container::stop, "redis-jobs-stop-" + container.queue()))
			.toList();
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Ends a stop that is under way, or the next one, as soon as it can, because Redis is
	 * gone for good.
	 */
	public void giveUp() {
		all().forEach(JobContainer::giveUp);
	}

	@Override
	public void stop(Runnable callback) {
		Thread thread = new Thread(() -> {
			stop();
			callback.run();
		}, "redis-jobs-stop");
		thread.start();
	}

	/** Also while containers run that were started by hand, so that they are stopped. */
	@Override
	public boolean isRunning() {
		return this.running || all().stream().anyMatch(JobContainer::isRunning);
	}

	private Duration check() {
		all().forEach(JobContainer::check);
		return CHECK_INTERVAL;
	}

	@Override
	public void destroy() {
		this.checks.stop();
	}

}
