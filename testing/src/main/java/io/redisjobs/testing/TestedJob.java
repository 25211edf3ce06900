package io.redisjobs.testing;

import java.time.Instant;
import java.util.Optional;

import io.redisjobs.JobContext;
import io.redisjobs.listener.InlineRun;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

/** What happened to a job that a test ran. */
public final class TestedJob {

	private final InlineRun run;

	TestedJob(InlineRun run) {
		this.run = run;
	}

	/** The job as its handler saw it. */
	public JobContext job() {
		return this.run.job();
	}

	/** The job's id. */
	public String id() {
		return this.run.job().id();
	}

	/** What the handler returned. */
	public @Nullable Object result() {
		return this.run.result();
	}

	/** What the handler threw, if it did. */
	public Optional<Throwable> error() {
		return Optional.ofNullable(this.run.error());
	}

	/** Whether it is done. */
	public boolean completed() {
		return is(Settlement.Outcome.COMPLETED);
	}

	/** Whether it will be run again. */
	public boolean retrying() {
		return is(Settlement.Outcome.RETRYING) || is(Settlement.Outcome.RELEASED) || is(Settlement.Outcome.HANDED_BACK);
	}

	/** Whether it has failed for good. */
	public boolean failed() {
		return is(Settlement.Outcome.FAILED);
	}

	/** When the next attempt is due, where the contract tells. */
	public Optional<Instant> due() {
		return retrying() ? Optional.ofNullable(this.run.settlement()).map(Settlement::at) : Optional.empty();
	}

	private boolean is(Settlement.Outcome outcome) {
		return this.run.settlement() != null && this.run.settlement().outcome() == outcome;
	}

	@Override
	public String toString() {
		return this.run.job() + ", attempt " + this.run.job().attempt() + ": "
				+ ((this.run.settlement() != null) ? this.run.settlement().outcome() : "handed over")
				+ ((this.run.error() != null) ? " (" + this.run.error() + ")" : "");
	}

}
