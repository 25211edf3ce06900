package io.redisjobs.event;

import io.redisjobs.JobContext;

/**
 * A job was lost to somebody else while it ran or before its result was written; it may
 * run again.
 */
public final class LeaseLostEvent extends JobEvent {

	LeaseLostEvent(JobContext job) {
		super(job);
	}

}
