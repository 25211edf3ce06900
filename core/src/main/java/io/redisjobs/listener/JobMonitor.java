package io.redisjobs.listener;

import java.time.Duration;

import io.redisjobs.JobContext;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Hears what happens in the containers. Beans of this type are told of jobs on the
 * threads that run them, so they must be quick; of what happens beside the runs they hear
 * on a thread of its own.
 */
public interface JobMonitor {

	/** A handler is about to run. */
	default void started(JobContext job) {
	}

	/** A job is done, and its result is written. */
	default void completed(JobContext job, @Nullable Object result, Duration duration) {
	}

	/** An attempt failed; the settlement tells what became of the job. */
	default void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
	}

	/** A job was lost to somebody else before what became of it was written. */
	default void leaseLost(JobContext job) {
	}

	/** Extending leases took longer than the time until the next ones are due. */
	default void extensionLate(String queue) {
	}

	/** What became of a job had to be written again because Redis did not answer. */
	default void writeRepeated(String queue) {
	}

	/** Upkeep found something to do, or left it to somebody else. */
	default void maintained(String queue, MaintenanceReport report) {
	}

	/**
	 * The upkeep of a queue that has no container here began to fail, or works again.
	 * @param reason why it fails, {@code null} if it works
	 */
	default void upkeepChanged(String queue, @Nullable Throwable reason) {
	}

	/** A container's state changed. */
	default void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
	}

}
