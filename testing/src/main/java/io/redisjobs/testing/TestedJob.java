package io.redisjobs.testing;

import java.time.Instant;
import java.util.Optional;

import io.redisjobs.JobContext;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.listener.InlineRun;
import io.redisjobs.protocol.Settlement;
import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a job in one run. With AssertJ, {@code assertThat(job)} is a
 * {@link TestedJobAssert}.
 */
public final class TestedJob implements AssertProvider<TestedJobAssert> {

	private final InlineRun run;

	private final StoredPayload payload;

	TestedJob(InlineRun run, PayloadConverter converter) {
		this.run = run;
		this.payload = new StoredPayload(run.job().payload(), converter);
	}

	/** The job as its handler saw it. */
	public JobContext job() {
		return this.run.job();
	}

	/** The job's id. */
	public String id() {
		return this.run.job().id();
	}

	/** The payload, as a type that it fits. */
	public <T> @Nullable T payload(Class<T> type) {
		return this.payload.as(type);
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

	StoredPayload stored() {
		return this.payload;
	}

	/** For AssertJ, which calls it. */
	@Override
	public TestedJobAssert assertThat() {
		return new TestedJobAssert(this);
	}

	@Override
	public String toString() {
		return this.run.job() + ", attempt " + this.run.job().attempt() + ": "
				+ ((this.run.settlement() != null) ? this.run.settlement().outcome() : "handed over")
				+ ((this.run.error() != null) ? " (" + this.run.error() + ")" : "");
	}

}
