package io.redisjobs.protocol.conveyor;

import java.time.Instant;

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
	synchronized boolean beginCall() {
		if (this.over) {
			return false;
		}
		this.calls++;
		return true;
	}

	/** Ends a call about this run. */
	synchronized void endCall(Instant now) {
		this.calls--;
		this.spokenOf = now;
	}

	/** Notes that the run has ended. */
	synchronized void end() {
		this.over = true;
	}

	/** Ends the run if nobody has spoken of it since; answers whether it is over. */
	synchronized boolean endIfSilentSince(Instant limit) {
		this.over |= this.calls == 0 && this.spokenOf.isBefore(limit);
		return this.over;
	}

}
