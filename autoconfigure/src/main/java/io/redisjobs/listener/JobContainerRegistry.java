package io.redisjobs.listener;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.springframework.context.SmartLifecycle;

/**
 * All containers, by queue. They start after everything else and stop before it.
 */
public final class JobContainerRegistry implements SmartLifecycle {

	private final Map<String, JobContainer> containers = new TreeMap<>();

	private final boolean autoStartup;

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
			throw new IllegalStateException("Queue '" + container.queue() + "' has a container already");
		}
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

	@Override
	public void stop(Runnable callback) {
		Thread thread = new Thread(() -> {
			stop();
			callback.run();
		}, "redis-jobs-stop");
		thread.start();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
