package io.redisjobs.testing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
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
		AtomicReference<@Nullable OpenQueue> busy = new AtomicReference<>();
		if (!await(() -> areQuiet(busy), PATIENCE)) {
			OpenQueue queue = Objects.requireNonNull(busy.get());
			throw new IllegalStateException("Queue '" + queue.name() + "' did not come to rest within " + PATIENCE
					+ ": " + queue.queue().inspect().counts() + ", and "
					+ of(queue.name()).map(JobContainer::running).orElse(0)
					+ " handlers run; time passes only while none does");
		}
		fakes().forEach(FakeWorker::verify);
	}

	private boolean areQuiet(AtomicReference<@Nullable OpenQueue> busy) {
		List<OpenQueue> worked = this.queues.all().stream().filter((queue) -> of(queue.name()).isPresent()).toList();
		List<OptionalLong> before = doneWith(worked);
		for (OpenQueue queue : worked) {
			if (!isQuiet(queue)) {
				busy.set(queue);
				return false;
			}
		}
		// one that was quiet may have got a job meanwhile from one that was not
		List<OptionalLong> now = doneWith(worked);
		for (int i = 0; i < worked.size(); i++) {
			if (!now.get(i).equals(before.get(i))) {
				busy.set(worked.get(i));
				return false;
			}
		}
		return true;
	}

	private List<OptionalLong> doneWith(List<OpenQueue> queues) {
		return queues.stream()
			.map((queue) -> of(queue.name()).map(JobContainer::doneWith).orElseGet(OptionalLong::empty))
			.toList();
	}

	private boolean isQuiet(OpenQueue queue) {
		FakeWorker fake = fake(queue.name());
		boolean busy = of(queue.name()).filter((worker) -> worker.doneWith().isEmpty()).isPresent()
				|| fake != null && fake.isAnswering();
		// a job that goes on its way just ahead of the first look is seen by the second
		return !busy && isNothingThere(queue) && isNothingThere(queue);
	}

	private static boolean isNothingThere(OpenQueue queue) {
		RehearsalRole rehearsal = TestedQueues.rehearsal(queue);
		boolean due = rehearsal.nextDue().filter(Duration::isZero).isPresent();
		QueueSnapshot now = queue.queue().inspect();
		if (now.count(JobState.ACTIVE) > 0) {
			return false;
		}
		return now.paused() || !due && waiting(now) == 0 || !rehearsal.rest().isZero();
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
