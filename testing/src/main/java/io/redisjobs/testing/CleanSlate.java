package io.redisjobs.testing;

import java.time.Duration;
import java.util.List;

import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;

/** Makes everything as it is before a test method. */
final class CleanSlate {

	/** How long a handler of the test before may go on. */
	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private final TestedQueues queues;

	private final Workers workers;

	private final PublicationRecorder publications;

	private final EmbeddedServer embedded;

	CleanSlate(TestedQueues queues, Workers workers, PublicationRecorder publications, EmbeddedServer embedded) {
		this.queues = queues;
		this.workers = workers;
		this.publications = publications;
		this.embedded = embedded;
	}

	void restore() {
		this.workers.endFakes();
		stop(this.queues.containers().all().stream().filter(JobContainer::isRunning).toList());
		this.embedded.flush();
		this.queues.all().forEach((queue) -> TestedQueues.rehearsal(queue).clear());
		this.publications.clear();
		JobContainerRegistry containers = this.queues.containers();
		if (containers.isAutoStartup()) {
			containers.all()
				.stream()
				.filter((container) -> container.settings().autoStartup())
				.forEach(JobContainer::start);
		}
	}

	private static void stop(List<JobContainer> running) {
		List<Thread> threads = running.stream()
			.map((container) -> new Thread(() -> container.stop(PATIENCE), "redis-jobs-stop-" + container.queue()))
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

}
