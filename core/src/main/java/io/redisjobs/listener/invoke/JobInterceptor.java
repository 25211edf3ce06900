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

	/**
	 * Runs the handler, by calling on, for interceptors that want to know which one it
	 * is.
	 * @param job the job
	 * @param handler the job name that the handler is registered for; null if it takes
	 * all names, or if there is none. Other than the job's own name, which anybody can
	 * write to Redis, it is one of few
	 * @param next what runs it
	 * @return the job's result
	 * @throws Exception whatever the handler threw
	 */
	default @Nullable Object intercept(JobContext job, @Nullable String handler, JobInvoker next) throws Exception {
		return intercept(job, next);
	}

}
