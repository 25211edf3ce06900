package io.redisjobs.protocol.omniq;

import org.jspecify.annotations.Nullable;

/**
 * What became of one job of a batch.
 *
 * @param jobId the job
 * @param error why it was refused, or {@code null} if it was done
 * @param lockUntilMs until when an extended lease lasts, else 0
 */
public record OmniqOutcome(String jobId, @Nullable OmniqCode error, long lockUntilMs) {

	static OmniqOutcome of(String jobId, String word) {
		return new OmniqOutcome(jobId, "OK".equals(word) ? null : OmniqCode.of(word), 0);
	}

	/** Whether it was done. */
	public boolean ok() {
		return this.error == null;
	}

}
