package io.redisjobs.listener.invoke;

import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

/** Runs a handler. */
@FunctionalInterface
public interface JobInvoker {

	/**
	 * Runs it.
	 * @return the job's result, or what will have it: a
	 * {@link java.util.concurrent.CompletionStage} or any reactive type of one value
	 * @throws Exception whatever the handler threw
	 */
	@Nullable Object invoke(JobContext job) throws Exception;

}
