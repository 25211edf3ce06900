package io.redisjobs.listener;

import io.redisjobs.JobContext;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds the runs of jobs, such as a trace or what log lines tell. It lasts for
 * the whole run on the thread of the container: for the handler with its interceptors,
 * until its result is there, and if it fails for writing and logging that. Beans of this
 * type are opened in their order, and closed in the opposite one. One that throws affects
 * no job.
 */
public interface JobRunContext {

	/**
	 * Opens it for a run.
	 * @param job the job
	 * @param handler the job name that its handler is registered for; null if that takes
	 * all names, or if there is none
	 */
	Scope open(JobContext job, @Nullable String handler);

	/**
	 * Opens it for what is done with a job beside its run, such as releasing one that was
	 * not started.
	 */
	default Scope openBeside(JobContext job) {
		return Scope.NONE;
	}

	/** What has been opened; used by one thread. */
	interface Scope extends AutoCloseable {

		/** Surrounds nothing. */
		Scope NONE = () -> {
		};

		/** The run has succeeded; what it returned is still to be written. */
		default void succeeded() {
		}

		/** The run has failed; it is still to be written what becomes of the job. */
		default void failed(Throwable error) {
		}

		@Override
		void close();

	}

}
