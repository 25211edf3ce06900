package io.redisjobs.listener.error;

import io.redisjobs.JobContext;
import io.redisjobs.protocol.FailureAction;

/** Decides what becomes of a job whose handler threw. */
@FunctionalInterface
public interface JobErrorHandler {

	/**
	 * Decides.
	 * @param job the job
	 * @param error what its handler threw
	 * @return the action; the queue's contract has the last word
	 */
	FailureAction handle(JobContext job, Throwable error);

}
