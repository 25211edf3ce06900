package io.redisjobs.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.RehearsalRole;

/**
 * Lets time pass for the queues. The clocks stay as they are: what waits for its time is
 * brought forward in Redis, from one due time to the next, and run in between.
 */
final class VirtualTime {

	/** What to do where there are too many jobs. */
	static final String SOME_OF_MANY = "run(queue, limit) runs some of many";

	private static final int UPKEEP_JOBS = 1000;

	private final TestedQueues queues;

	private final Workers workers;

	private final PayloadConverter converter;

	private final int most;

	private boolean passing;

	/**
	 * Creates the time.
	 * @param workers those that take jobs by themselves
	 * @param most the most jobs to run in one go
	 */
	VirtualTime(TestedQueues queues, Workers workers, PayloadConverter converter, int most) {
		this.queues = queues;
		this.workers = workers;
		this.converter = converter;
		this.most = most;
	}

	List<TestedJob> pass(Duration time) {
		List<TestedJob> ran = new ArrayList<>();
		Duration left = time;
		this.passing = !time.isZero();
		runDue(ran);
		Optional<Duration> next = next(ran);
		while (next.isPresent() && next.get().compareTo(left) <= 0) {
			bringForward(next.get());
			left = left.minus(next.get());
			runDue(ran);
			next = next(ran);
		}
		bringForward(left);
		return ran;
	}

	/** In how long something is due that is not due yet. */
	private Optional<Duration> next(List<TestedJob> ran) {
		Optional<Duration> next = earliest((due) -> true);
		while (next.isPresent() && next.get().isZero()) {
			// its time came a moment ago, or nobody takes it, as from a paused queue
			if (!runDue(ran)) {
				return earliest((due) -> !due.isZero());
			}
			next = earliest((due) -> true);
		}
		return next;
	}

	private Optional<Duration> earliest(Predicate<Duration> wanted) {
		return this.queues.all()
			.stream()
			.filter(this::isTakenFrom)
			.flatMap(VirtualTime::dues)
			.filter(wanted)
			.min(Duration::compareTo);
	}

	private static Stream<Duration> dues(OpenQueue queue) {
		RehearsalRole rehearsal = TestedQueues.rehearsal(queue);
		Duration rest = rehearsal.rest();
		if (!rest.isZero() && Workers.waiting(queue.queue().inspect()) > 0) {
			return Stream.of(rest);
		}
		// what is due before the end of a rest waits for it
		return rehearsal.nextDue().map((due) -> (due.compareTo(rest) > 0) ? due : rest).stream();
	}

	private boolean isTakenFrom(OpenQueue queue) {
		return this.workers.of(queue.name()).isPresent() || this.queues.container(queue.name()).isPresent();
	}

	private void bringForward(Duration by) {
		if (by.isZero()) {
			return;
		}
		for (OpenQueue queue : this.queues.all()) {
			TestedQueues.rehearsal(queue).advance(by);
		}
		for (OpenQueue queue : this.queues.all()) {
			this.workers.of(queue.name()).ifPresent((worker) -> {
				queue.queue().maintain(UPKEEP_JOBS);
				worker.lookAgain();
				queue.queue().wakeUp();
			});
		}
	}

	/** Runs what is due, and what that brings; answers whether anything ran here. */
	private boolean runDue(List<TestedJob> ran) {
		int before = ran.size();
		int seen;
		do {
			seen = ran.size();
			this.workers.awaitQuiet();
			for (OpenQueue queue : this.queues.all()) {
				if (this.workers.of(queue.name()).isEmpty()) {
					this.queues.container(queue.name()).ifPresent((container) -> run(container, ran));
				}
			}
		}
		while (ran.size() > seen);
		return ran.size() > before;
	}

	private void run(JobContainer container, List<TestedJob> ran) {
		container.runInline(this.most + 1 - ran.size()).forEach((run) -> ran.add(new TestedJob(run, this.converter)));
		if (ran.size() > this.most) {
			throw new IllegalStateException(
					"There were still jobs after " + this.most + ", the last of them " + ran.get(ran.size() - 1) + "; "
							+ SOME_OF_MANY + (this.passing ? ", or let less time pass at once" : ""));
		}
	}

}
