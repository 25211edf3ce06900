package io.redisjobs.listener.error;

import java.util.Collection;
import java.util.List;

import io.redisjobs.JobContext;
import io.redisjobs.JobRateLimitedException;
import io.redisjobs.UnfitJobException;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.protocol.FailureAction;
import org.jspecify.annotations.Nullable;

/**
 * Retries as the job says, except what cannot be helped by another attempt. Jobs that
 * nothing here can run get the chance that {@link UnfitJobs} gives them.
 */
public class DefaultJobErrorHandler implements JobErrorHandler {

	private final List<Class<? extends Throwable>> notRetryable;

	private final UnfitJobs unfitJobs;

	public DefaultJobErrorHandler(Collection<Class<? extends Throwable>> notRetryable) {
		this(notRetryable, UnfitJobs.defaults());
	}

	/**
	 * Creates the error handler.
	 * @param notRetryable what fails a job for good
	 * @param unfitJobs what becomes of jobs that nothing here can run
	 */
	public DefaultJobErrorHandler(Collection<Class<? extends Throwable>> notRetryable, UnfitJobs unfitJobs) {
		this.notRetryable = List.copyOf(notRetryable);
		this.unfitJobs = unfitJobs;
	}

	@Override
	public FailureAction handle(JobContext job, Throwable error) {
		if (error instanceof JobRateLimitedException limited) {
			return FailureAction.releaseAndRest(limited.pause());
		}
		if (error instanceof UnrecoverableJobException || isNotRetryable(error)) {
			return FailureAction.fail();
		}
		if (error instanceof UnfitJobException) {
			// what its converter said may be on the list as well
			return isNotRetryable(error.getCause()) ? FailureAction.fail() : this.unfitJobs.action(job);
		}
		return FailureAction.retry();
	}

	private boolean isNotRetryable(@Nullable Throwable error) {
		return this.notRetryable.stream().anyMatch((type) -> type.isInstance(error));
	}

}
