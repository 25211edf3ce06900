package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.LongSupplier;

import io.redisjobs.protocol.Settlement;

/**
 * Runs whose jobs could not be completed yet. What they wait for may have ended before
 * them and still be on its way to Redis, so they are tried a few times more before they
 * fail.
 */
final class BlockedRuns {

	private static final List<Duration> PAUSES = List.of(Duration.ZERO, Duration.ofMillis(10), Duration.ofMillis(100));

	private final Queue<Blocked> runs = new ArrayDeque<>();

	private final LongSupplier nanoTime;

	BlockedRuns(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Whether a run whose job could not be completed yet is worth another try; counts
	 * this one.
	 */
	static boolean mayTryAgain(JobRun run, Settlement settlement) {
		return settlement.outcome() == Settlement.Outcome.BLOCKED && run.job().countBlocked() <= PAUSES.size();
	}

	void add(JobRun run) {
		Duration pause = PAUSES.get(run.job().blockedTries() - 1);
		this.runs.add(new Blocked(run, this.nanoTime.getAsLong() + pause.toNanos()));
	}

	boolean isEmpty() {
		return this.runs.isEmpty();
	}

	boolean isDue() {
		return !this.runs.isEmpty() && nanosToNext() <= 0;
	}

	/** How long it is until the next try; there must be one. */
	long nanosToNext() {
		long now = this.nanoTime.getAsLong();
		return this.runs.stream().mapToLong((blocked) -> blocked.dueNanos - now).min().orElseThrow();
	}

	/** Moves what is due to a batch, up to a size. */
	void addDueTo(List<JobRun> batch, int largest) {
		long now = this.nanoTime.getAsLong();
		this.runs
			.removeIf((blocked) -> blocked.dueNanos - now <= 0 && batch.size() < largest && batch.add(blocked.run));
	}

	private record Blocked(JobRun run, long dueNanos) {

	}

}
