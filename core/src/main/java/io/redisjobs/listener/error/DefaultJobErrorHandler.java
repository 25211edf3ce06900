package io.redisjobs.listener.error;

import java.util.Collection;
import java.util.List;

import io.redisjobs.JobContext;
import io.redisjobs.JobRateLimitedException;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.protocol.FailureAction;

/**
 * Retries as the job says, except what cannot be helped by another attempt.
 */
public class DefaultJobErrorHandler implements JobErrorHandler {

	private final List<Class<? extends Throwable>> notRetryable;

	public DefaultJobErrorHandler(Collection<Class<? extends Throwable>> notRetryable) {
		this.notRetryable = List.copyOf(notRetryable);
	}

	@Override
	public FailureAction handle(JobContext job, Throwable error) {
		if (error instanceof JobRateLimitedException limited) {
			return FailureAction.releaseAndRest(limited.pause());
		}
		if (error instanceof UnrecoverableJobException
				|| this.notRetryable.stream().anyMatch((type) -> type.isInstance(error))) {
			return FailureAction.fail();
		}
		return FailureAction.retry();
	}

}
