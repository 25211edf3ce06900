package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.redisjobs.protocol.RehearsalRole;
import io.redisjobs.protocol.Rest;

/**
 * What tests do to a queue. Some keys are shared by all queues; only what belongs to this
 * one is touched there.
 */
final class ConveyorRehearsal implements RehearsalRole {

	private final ConveyorStore store;

	private final ConveyorKeys keys;

	private final ConveyorWorker worker;

	private final String queue;

	private final Rest rest;

	private final Clock clock;

	ConveyorRehearsal(ConveyorStore store, ConveyorKeys keys, ConveyorWorker worker, Rest rest, Clock clock) {
		this.store = store;
		this.keys = keys;
		this.worker = worker;
		this.queue = worker.queue();
		this.rest = rest;
		this.clock = clock;
	}

	@Override
	public Optional<Duration> nextDue() {
		if (!ours(this.store.inHands()).isEmpty()) {
			// on its way from the queue to a worker, where nothing else sees it
			return Optional.of(Duration.ZERO);
		}
		Instant now = this.clock.instant();
		return scheduled().map((job) -> Duration.between(now, job.due()))
			// whole milliseconds, as scores have them, and none too few
			.map((left) -> Duration.ofMillis(Math.max(0, left.plusNanos(999_999).toMillis())))
			.min(Duration::compareTo);
	}

	@Override
	public Duration rest() {
		return this.rest.left();
	}

	@Override
	public void advance(Duration by) {
		this.rest.shorten(by);
		scheduled().toList().forEach((job) -> {
			ConveyorJob.Builder next = job.job.toBuilder();
			job.job.runAt().ifPresent((runAt) -> next.runAt(runAt.minus(by)));
			this.store.replaceScheduled(job.job.bytes(), next.build().bytes(), earlier(job.score, by));
		});
	}

	// what is left of a fraction must not make the job due later than that
	private static double earlier(double score, Duration by) {
		return Math.floor(score * 1000 - by.toMillis()) / 1000.0;
	}

	private Stream<Scheduled> scheduled() {
		return this.store.scheduledWithScores()
			.stream()
			.flatMap((entry) -> ours(List.of(entry.getValue())).stream()
				.map((job) -> new Scheduled(job, entry.getScore())));
	}

	@Override
	public void clear() {
		this.rest.begin(Duration.ZERO);
		this.worker.introduceAgain();
		this.store.resume(this.queue);
		scheduled().map(Scheduled::job).toList().forEach((job) -> {
			this.store.dropScheduled(job.bytes());
			forget(job);
		});
		for (ConveyorJob job : ours(this.store.list(this.keys.failed(), 0, -1))) {
			this.store.dropFailed(job.bytes());
			forget(job);
		}
		for (ConveyorJob job : ours(this.store.inHands())) {
			this.store.dropFromHands(job.bytes());
			forget(job);
		}
		ours(this.store.inProgress()).forEach(this::forget);
		ours(this.store.list(this.keys.queue(this.queue), 0, -1)).forEach(this::forget);
		this.store.dropQueue(this.queue);
	}

	/** Forgets a job and the jobs that wait for it. */
	private void forget(ConveyorJob job) {
		for (byte[] list : List.of(this.keys.children(job.uuid()), this.keys.heirs(job.uuid()))) {
			read(this.store.list(list, 0, -1)).forEach(this::forget);
		}
		this.store.forget(job);
	}

	private List<ConveyorJob> ours(List<byte[]> messages) {
		return read(messages).stream().filter((job) -> job.queue().equals(this.queue)).toList();
	}

	private List<ConveyorJob> read(List<byte[]> messages) {
		return ConveyorMessages.readAll(messages, this.keys, (unreadable) -> {
		});
	}

	/**
	 * A scheduled job.
	 *
	 * @param job the job
	 * @param score its score, the second in which it is looked at
	 */
	private record Scheduled(ConveyorJob job, double score) {

		/** The job may say a later moment of that second. */
		Instant due() {
			Instant looked = Instant.ofEpochMilli(Math.round(this.score * 1000));
			return this.job.runAt().filter((runAt) -> runAt.isAfter(looked)).orElse(looked);
		}

	}

}
