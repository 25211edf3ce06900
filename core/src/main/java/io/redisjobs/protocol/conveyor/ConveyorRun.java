package io.redisjobs.protocol.conveyor;

import java.time.Instant;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * One run of a job by this worker, from the call that takes it to its end. Whoever holds
 * the job speaks of it regularly; a run that nobody has spoken of for too long is over.
 */
final class ConveyorRun {

	private final String worker;

	private final String uuid;

	private Instant spokenOf;

	private int calls;

	private boolean over;

	ConveyorRun(String worker, String uuid, Instant now) {
		this.worker = worker;
		this.uuid = uuid;
		this.spokenOf = now;
	}

	String worker() {
		return this.worker;
	}

	String uuid() {
		return this.uuid;
	}

	/**
	 * Begins a call about this run; answers whether it is still the job's current one.
	 */
	synchronized boolean begin() {
		if (this.over) {
			return false;
		}
		this.calls++;
		return true;
	}

	/** Ends a call about this run. */
	synchronized void end(Instant now) {
		this.calls--;
		this.spokenOf = now;
	}

	/** Makes a call about this run, or answers with nothing if it is over. */
	<T> @Nullable T during(Supplier<Instant> now, Supplier<T> call) {
		if (!begin()) {
			return null;
		}
		try {
			return call.get();
		}
		finally {
			end(now.get());
		}
	}

	/** Notes that the run has ended. */
	synchronized void close() {
		this.over = true;
	}

	/** Ends the run if nobody has spoken of it since; answers whether it is over. */
	synchronized boolean closeIfSilentSince(Instant limit) {
		this.over |= this.calls == 0 && this.spokenOf.isBefore(limit);
		return this.over;
	}

}
