package io.redisjobs.protocol.bullmq;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

/** One run of a job, under one lock, and what is known of its end. */
final class BullmqRun {

	private final String token;

	private final Instant leaseEnd;

	private final BullmqRuns runs;

	private volatile @Nullable Settlement completed;

	private volatile BullmqFailures.@Nullable Ending unanswered;

	private volatile @Nullable CompletableFuture<?> successor;

	/**
	 * Creates a run.
	 * @param token the token that proves its lock
	 * @param leaseEnd when the lock ends, unless it is extended
	 * @param runs what can be done under it
	 */
	BullmqRun(String token, Instant leaseEnd, BullmqRuns runs) {
		this.token = token;
		this.leaseEnd = leaseEnd;
		this.runs = runs;
	}

	String token() {
		return this.token;
	}

	Instant leaseEnd() {
		return this.leaseEnd;
	}

	BullmqRuns runs() {
		return this.runs;
	}

	/** Remembers that the job is completed, for those who have not heard of it. */
	void completed(Settlement settlement) {
		this.completed = settlement;
	}

	/** The settlement of a job that is completed, or {@code null}. */
	@Nullable Settlement completed() {
		return this.completed;
	}

	/** Remembers how the run was to end when no answer came, or that one did. */
	void unanswered(BullmqFailures.@Nullable Ending ending) {
		this.unanswered = ending;
	}

	BullmqFailures.@Nullable Ending unanswered() {
		return this.unanswered;
	}

	/** Remembers that the next iteration of the job's scheduler is being added. */
	void successor(CompletableFuture<?> successor) {
		this.successor = successor;
	}

	@Nullable CompletableFuture<?> successor() {
		return this.successor;
	}

}
