package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** The runs of one queue's worker, as far as this process knows of them. */
final class ConveyorRuns {

	/** Longer than whoever holds jobs pauses between two calls while Redis is away. */
	private static final Duration LEAST_SILENCE = Duration.ofSeconds(10);

	private final Set<ConveyorRun> runs = ConcurrentHashMap.newKeySet();

	private final Clock clock;

	private final Duration silence;

	ConveyorRuns(Clock clock, Duration lease) {
		this.clock = clock;
		this.silence = (lease.compareTo(LEAST_SILENCE) > 0) ? lease : LEAST_SILENCE;
	}

	/** Notes a run before Redis is asked for it. */
	ConveyorRun begin(String worker, String uuid) {
		ConveyorRun run = new ConveyorRun(worker, uuid, this.clock.instant());
		this.runs.add(run);
		return run;
	}

	void end(ConveyorRun run) {
		run.end();
		this.runs.remove(run);
	}

	/** Makes a call about runs, or answers with nothing if one of them is over. */
	<T> @Nullable T during(Collection<ConveyorRun> runs, Supplier<T> call) {
		List<ConveyorRun> begun = new ArrayList<>(runs.size());
		try {
			for (ConveyorRun run : runs) {
				if (!run.beginCall()) {
					return null;
				}
				begun.add(run);
			}
			return call.get();
		}
		finally {
			endCalls(begun);
		}
	}

	/**
	 * Makes one call about several jobs, without those whose runs are over.
	 * @param call is given the others, and answers for each
	 * @param otherwise answers for one whose run is over
	 */
	<E, A> List<A> during(List<E> jobs, Function<E, ConveyorRun> run, Function<List<E>, List<A>> call,
			Function<E, A> otherwise) {
		boolean[] isOpen = new boolean[jobs.size()];
		List<E> open = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			isOpen[i] = run.apply(jobs.get(i)).beginCall();
			if (isOpen[i]) {
				open.add(jobs.get(i));
			}
		}
		List<A> answers;
		try {
			answers = open.isEmpty() ? List.of() : call.apply(open);
		}
		finally {
			endCalls(open.stream().map(run).toList());
		}
		List<A> all = new ArrayList<>(jobs.size());
		int next = 0;
		for (int i = 0; i < jobs.size(); i++) {
			all.add(isOpen[i] ? answers.get(next++) : otherwise.apply(jobs.get(i)));
		}
		return all;
	}

	private void endCalls(List<ConveyorRun> calls) {
		Instant now = this.clock.instant();
		calls.forEach((run) -> run.endCall(now));
	}

	/** Ends the runs that nobody speaks of any more. */
	void endSilent() {
		Instant limit = this.clock.instant().minus(this.silence);
		this.runs.removeIf((run) -> run.endIfSilentSince(limit));
	}

	/** The worker's jobs that are running. */
	Set<String> jobsOf(String worker) {
		Set<String> uuids = new HashSet<>();
		for (ConveyorRun run : this.runs) {
			if (run.worker().equals(worker)) {
				uuids.add(run.uuid());
			}
		}
		return uuids;
	}

	/** The ids under which jobs are running. */
	Set<String> workers() {
		Set<String> workers = new HashSet<>();
		this.runs.forEach((run) -> workers.add(run.worker()));
		return workers;
	}

}
