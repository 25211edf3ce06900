package io.redisjobs.protocol.bullmq;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/** One run of a job, under one lock. */
final class BullmqRun {

	private final String token;

	private final BullmqRuns runs;

	private volatile Instant leaseEnd;

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

	/** Remembers another end of the lock, before anybody has got the job. */
	void extendedTo(Instant leaseEnd) {
		this.leaseEnd = leaseEnd;
	}

	BullmqRuns runs() {
		return this.runs;
	}

	/** Remembers that the next iteration of the job's scheduler is being added. */
	void successor(CompletableFuture<?> successor) {
		this.successor = successor;
	}

	@Nullable CompletableFuture<?> successor() {
		return this.successor;
	}

}
