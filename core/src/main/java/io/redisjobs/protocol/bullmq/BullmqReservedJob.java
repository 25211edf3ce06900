package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import io.redisjobs.protocol.ReservedJob;
import org.jspecify.annotations.Nullable;

/**
 * A job that this worker holds the lock of.
 *
 * @param id its id
 * @param name its name
 * @param payload its data
 * @param options its options
 * @param record what else is stored with it
 * @param run the run it was taken for
 * @param refused why its handler must not be called, or {@code null}
 */
record BullmqReservedJob(String id, String name, byte[] payload, BullmqOptions options, Stored record, BullmqRun run,
		@Nullable String refused) implements ReservedJob, BullmqJob {

	@Override
	public int attempt() {
		return this.record.attemptsMade() + 1;
	}

	@Override
	public boolean takenBefore() {
		return this.record.takenBefore();
	}

	@Override
	public int maxAttempts() {
		return Math.max(1, this.options.attempts());
	}

	@Override
	public String token() {
		return this.run.token();
	}

	@Override
	public Instant leaseEnd() {
		return this.run.leaseEnd();
	}

	/** The same job, before anybody has got it, with another end of its lease. */
	BullmqReservedJob extendedTo(Instant leaseEnd) {
		this.run.extendedTo(leaseEnd);
		return this;
	}

	/** What the run is called by: a lock is of one run, a token may be of several. */
	String called() {
		return token() + ' ' + this.id;
	}

	@Override
	public Optional<Instant> waitingSince() {
		return (takenBefore() || attempt() > 1) ? Optional.empty()
				: Optional.ofNullable(this.options.due(this.record.timestamp()));
	}

	@Override
	public Optional<String> traceContext() {
		return Optional.ofNullable(this.options.telemetry());
	}

	@Override
	public Optional<String> refusal() {
		return Optional.ofNullable(this.refused);
	}

	@Override
	public String optionsJson() {
		return this.options.json();
	}

	@Override
	public Map<String, String> childrenValues() {
		return this.run.runs().children(this.id, true);
	}

	@Override
	public Map<String, String> failedChildren() {
		return this.run.runs().children(this.id, false);
	}

	@Override
	public void moveToDelayed(Duration delay) {
		this.run.runs().moveToDelayed(this, delay);
	}

	@Override
	public void moveToWaitingChildren() {
		this.run.runs().moveToWaitingChildren(this);
	}

	/**
	 * What a job's hash holds beside name, data and options.
	 *
	 * @param takenBefore whether a worker has taken it before
	 * @param attemptsMade how many attempts have ended
	 * @param stackTraces the stack traces so far, as JSON
	 * @param deduplicationId its deduplication id
	 * @param schedulerId the scheduler it is an iteration of
	 * @param timestamp when it was published, in ms
	 */
	record Stored(boolean takenBefore, int attemptsMade, byte @Nullable [] stackTraces,
			@Nullable String deduplicationId, @Nullable String schedulerId, @Nullable String timestamp) {

		/** What is stored of a job that has been added and nothing else. */
		static Stored added(@Nullable String timestamp) {
			return new Stored(false, 0, null, null, null, timestamp);
		}

	}

}
