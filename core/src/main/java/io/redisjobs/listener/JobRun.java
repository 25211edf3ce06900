package io.redisjobs.listener;

import java.time.Duration;

import io.redisjobs.protocol.Completion;
import org.jspecify.annotations.Nullable;

/**
 * A run that has ended.
 *
 * @param job the job
 * @param completion what is written if it succeeded
 * @param result what the handler returned
 * @param error why it failed, if it did
 * @param duration how long it took
 */
record JobRun(HeldJob job, @Nullable Completion completion, @Nullable Object result, @Nullable Throwable error,
		Duration duration) {

	/** Why a run that failed did so. */
	Throwable cause() {
		if (this.error == null) {
			throw new IllegalStateException(this.job + ": its run has not failed");
		}
		return this.error;
	}

	/** The completion of a run that succeeded. */
	Completion completed() {
		if (this.completion == null) {
			throw new IllegalStateException(this.job + ": its run failed and has no result");
		}
		return this.completion;
	}

}
