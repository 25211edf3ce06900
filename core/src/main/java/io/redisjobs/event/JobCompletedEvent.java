package io.redisjobs.event;

import java.time.Duration;

import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

/** A job is done, and Redis knows. */
public final class JobCompletedEvent extends JobEvent {

	private final transient @Nullable Object result;

	private final Duration duration;

	JobCompletedEvent(JobContext job, @Nullable Object result, Duration duration) {
		super(job);
		this.result = result;
		this.duration = duration;
	}

	/** What the handler returned. */
	public @Nullable Object result() {
		return this.result;
	}

	/** How long the handler took. */
	public Duration duration() {
		return this.duration;
	}

}
