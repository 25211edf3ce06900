package io.redisjobs.listener.invoke;

import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

/** Runs a handler. */
@FunctionalInterface
public interface JobInvoker {

	/**
	 * Runs it.
	 * @return the job's result
	 * @throws Exception whatever the handler threw
	 */
	@Nullable Object invoke(JobContext job) throws Exception;

}
