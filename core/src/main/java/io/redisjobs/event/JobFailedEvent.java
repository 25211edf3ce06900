package io.redisjobs.event;

import java.time.Duration;

import io.redisjobs.JobContext;

/** A job has failed for good. */
public final class JobFailedEvent extends JobEvent {

	private final Throwable error;

	private final Duration duration;

	JobFailedEvent(JobContext job, Throwable error, Duration duration) {
		super(job);
		this.error = error;
		this.duration = duration;
	}

	/** Why. */
	public Throwable error() {
		return this.error;
	}

	/** How long the last attempt took. */
	public Duration duration() {
		return this.duration;
	}

}
