package io.redisjobs.event;

import io.redisjobs.JobContext;

/** A handler is about to run. */
public final class JobStartedEvent extends JobEvent {

	JobStartedEvent(JobContext job) {
		super(job);
	}

}
