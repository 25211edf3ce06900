package io.redisjobs.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

import io.redisjobs.JobState;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.RehearsalRole;
import org.jspecify.annotations.Nullable;

/**
 * Those that take jobs by themselves while a test runs: containers that were started, and
 * fake workers.
 */
final class Workers {

	static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final Duration LOOK = Duration.ofMillis(5);

	private final TestedQueues queues;

	private final Map<String, FakeWorker> fakes = new TreeMap<>();

	Workers(TestedQueues queues) {
		this.queues = queues;
	}

	/** Adds a fake worker, which begins. */
	synchronized FakeWorker begin(FakeWorker fake) {
		String queue = fake.queue();
		if (of(queue).isPresent()) {
			throw new IllegalStateException("Queue '" + queue + "' "
					+ (this.fakes.containsKey(queue) ? "is answered already; close that worker first"
							: "has a container that runs and takes the jobs itself; stop it before answering"));
		}
		this.fakes.put(queue, fake);
		fake.begin(() -> end(queue));
		return fake;
	}

	private synchronized void end(String queue) {
		this.fakes.remove(queue);
	}

	/** Ends the fake workers. */
	void endFakes() {
		fakes().forEach(FakeWorker::close);
	}

	private synchronized List<FakeWorker> fakes() {
		return List.copyOf(this.fakes.values());
	}

	/** The one that takes a queue's jobs by itself. */
	synchronized Optional<JobContainer> of(String queue) {
		FakeWorker fake = this.fakes.get(queue);
		return (fake != null) ? Optional.of(fake.container())
				: this.queues.container(queue).filter(JobContainer::isRunning);
	}

	private synchronized @Nullable FakeWorker fake(String queue) {
		return this.fakes.get(queue);
	}

	/** Refuses to take jobs away from a fake worker. */
	void refuseAnswered(String queue) {
		if (fake(queue) != null) {
			throw new IllegalStateException("Queue '" + queue
					+ "' is answered by a fake worker, which takes its jobs; run() waits for it, and close() ends it");
		}
	}

	/**
	 * Waits until none of them has anything to do.
	 * @throws AssertionError that an answer has thrown
	 */
	void awaitQuiet() {
		// one that was quiet may have got a job from one that was not
		List<OpenQueue> busy = busy();
		while (!busy.isEmpty()) {
			for (OpenQueue queue : busy) {
				awaitQuiet(queue);
			}
			busy = busy();
		}
		fakes().forEach(FakeWorker::verify);
	}

	private List<OpenQueue> busy() {
		List<OpenQueue> busy = new ArrayList<>();
		for (int sweep = 0; sweep < 2 && busy.isEmpty(); sweep++) {
			for (OpenQueue queue : this.queues.all()) {
				if (of(queue.name()).isPresent() && !isQuiet(queue)) {
					busy.add(queue);
				}
			}
		}
		return busy;
	}

	private void awaitQuiet(OpenQueue queue) {
		if (!await(() -> isQuiet(queue), PATIENCE)) {
			throw new IllegalStateException("Queue '" + queue.name() + "' did not come to rest within " + PATIENCE
					+ ": " + queue.queue().inspect().counts() + ", and "
					+ of(queue.name()).map(JobContainer::running).orElse(0)
					+ " handlers run; time passes only while none does");
		}
	}

	private boolean isQuiet(OpenQueue queue) {
		FakeWorker fake = fake(queue.name());
		if (of(queue.name()).map(JobContainer::running).orElse(0) > 0 || fake != null && fake.isAnswering()) {
			return false;
		}
		QueueSnapshot now = queue.queue().inspect();
		if (now.count(JobState.ACTIVE) > 0) {
			return false;
		}
		RehearsalRole rehearsal = TestedQueues.rehearsal(queue);
		boolean nothingDue = waiting(now) == 0 && rehearsal.nextDue().filter(Duration::isZero).isEmpty();
		return now.paused() || nothingDue || !rehearsal.rest().isZero();
	}

	/** How many jobs wait to be run. */
	static long waiting(QueueSnapshot queue) {
		return queue.count(JobState.WAITING) + queue.count(JobState.PRIORITIZED);
	}

	/** Waits for something; answers whether it came. */
	static boolean await(BooleanSupplier wanted, Duration patience) {
		long end = System.nanoTime() + patience.toNanos();
		while (!wanted.getAsBoolean()) {
			if (System.nanoTime() - end > 0) {
				return false;
			}
			try {
				Thread.sleep(LOOK.toMillis());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		}
		return true;
	}

}
