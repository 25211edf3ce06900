package io.redisjobs.listener.invoke;

import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

/** Surrounds the run of every handler; beans of this type are called in their order. */
@FunctionalInterface
public interface JobInterceptor {

	/**
	 * Runs the handler, by calling on.
	 * @param job the job
	 * @param next what runs it
	 * @return the job's result
	 * @throws Exception whatever the handler threw
	 */
	@Nullable Object intercept(JobContext job, JobInvoker next) throws Exception;

}
