package io.redisjobs.protocol;

import java.util.Set;

import io.redisjobs.Backoff;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRetention;
import org.jspecify.annotations.Nullable;

/**
 * What a queue says of jobs that do not say it themselves. Where a contract's jobs cannot
 * say it, its workers go by the settings of the queue.
 *
 * @param attempts how many attempts a job has, or {@code null} for the contract's default
 * @param backoff how long a job waits between them, or {@code null} for the contract's
 * default
 * @param removeOnComplete what is kept of completed jobs, or {@code null} for the
 * contract's default
 * @param removeOnFail what is kept of failed jobs, or {@code null} for the contract's
 * default
 */
public record JobDefaults(@Nullable Integer attempts, @Nullable Backoff backoff,
		@Nullable JobRetention removeOnComplete, @Nullable JobRetention removeOnFail) {

	private static final JobDefaults NONE = new JobDefaults(null, null, null, null);

	/** Leaves everything to the contract. */
	public static JobDefaults none() {
		return NONE;
	}

	/** Sets what a job's options leave open and its contract can express. */
	public void applyTo(JobOptions options, Set<Capability> capabilities) {
		if (this.attempts != null && options.attempts() == null && capabilities.contains(Capability.ATTEMPTS)) {
			options.attempts(this.attempts);
		}
		if (this.backoff != null && options.backoff() == null && capabilities.contains(Capability.BACKOFF)) {
			options.backoff(this.backoff);
		}
		if (capabilities.contains(Capability.RETENTION)) {
			applyRetention(options);
		}
	}

	private void applyRetention(JobOptions options) {
		if (this.removeOnComplete != null && options.removeOnComplete() == null) {
			options.removeOnComplete(this.removeOnComplete);
		}
		if (this.removeOnFail != null && options.removeOnFail() == null) {
			options.removeOnFail(this.removeOnFail);
		}
	}

}
