package io.redisjobs.listener.error;

import java.time.Duration;

import io.redisjobs.JobContext;
import io.redisjobs.protocol.FailureAction;

/**
 * What becomes of jobs that nothing in this application can run, though another version
 * of it may: while it is deployed, both take jobs.
 *
 * @param retried whether they get another chance at all
 * @param handBacks how often one goes back for another worker in place of its last
 * attempt
 * @param pause how long it waits the first time; twice as long each time after that, and
 * twelve times as long at most
 */
public record UnfitJobs(boolean retried, int handBacks, Duration pause) {

	/** Twenty times, which is a quarter of an hour. */
	public static UnfitJobs defaults() {
		return new UnfitJobs(true, 20, Duration.ofSeconds(5));
	}

	/** What is to become of a job, by the attempts it has left. */
	public FailureAction action(JobContext job) {
		if (!this.retried) {
			return FailureAction.fail();
		}
		return (job.attempt() < job.maxAttempts()) ? FailureAction.retry()
				: FailureAction.handBack(this.handBacks, this.pause);
	}

}
