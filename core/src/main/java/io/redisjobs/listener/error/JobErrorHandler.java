package io.redisjobs.listener.error;

import io.redisjobs.JobContext;
import io.redisjobs.protocol.FailureWish;

/** Decides what a container wishes for a job whose handler threw. */
@FunctionalInterface
public interface JobErrorHandler {

	/**
	 * Decides.
	 * @param job the job
	 * @param error what its handler threw
	 * @return the wish; the queue's contract has the last word
	 */
	FailureWish handle(JobContext job, Throwable error);

}
