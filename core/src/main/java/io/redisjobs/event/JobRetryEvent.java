package io.redisjobs.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

/** An attempt failed, and the job will be run again. */
public final class JobRetryEvent extends JobEvent {

	private final Throwable error;

	private final Duration duration;

	private final @Nullable Instant due;

	JobRetryEvent(JobContext job, Throwable error, Duration duration, @Nullable Instant due) {
		super(job);
		this.error = error;
		this.duration = duration;
		this.due = due;
	}

	/** Why the attempt failed. */
	public Throwable error() {
		return this.error;
	}

	/** How long the attempt took. */
	public Duration duration() {
		return this.duration;
	}

	/** When the next attempt is due, where the contract tells. */
	public Optional<Instant> due() {
		return Optional.ofNullable(this.due);
	}

}
