package io.redisjobs.testing;

import org.jspecify.annotations.Nullable;

/** What a worker elsewhere would answer. */
@FunctionalInterface
public interface JobAnswer {

	/**
	 * Answers a job.
	 * @return its result
	 * @throws Exception to fail the attempt, which is retried as the job says; an
	 * {@link io.redisjobs.UnrecoverableJobException} fails the job for good
	 */
	@Nullable Object answer(ReceivedJob job) throws Exception;

}
