package io.redisjobs.event;

import io.redisjobs.JobContext;

import org.springframework.context.ApplicationEvent;

/**
 * Something happened to a job of this application. Listeners are called on the thread
 * that runs the job, so they must be quick or asynchronous.
 */
public abstract class JobEvent extends ApplicationEvent {

	JobEvent(JobContext job) {
		super(job);
	}

	/** The job. */
	public final JobContext job() {
		return (JobContext) getSource();
	}

	@Override
	public String toString() {
		return getSource() + ": " + getClass().getSimpleName();
	}

}
