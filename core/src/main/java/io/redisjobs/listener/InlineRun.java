package io.redisjobs.listener;

import io.redisjobs.JobContext;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * A job that was run on the caller's thread.
 *
 * @param job the job
 * @param result what its handler returned
 * @param error why the run failed, if it did
 * @param settlement what became of the job; absent if its handler handed it over to
 * somebody else
 */
public record InlineRun(JobContext job, @Nullable Object result, @Nullable Throwable error,
		@Nullable Settlement settlement) {

}
