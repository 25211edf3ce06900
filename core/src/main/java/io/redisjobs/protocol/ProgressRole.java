package io.redisjobs.protocol;

/** A queue whose running jobs report progress. */
public interface ProgressRole {

	/**
	 * Stores the progress and tells listeners.
	 * @param job a running job
	 * @param json the progress as JSON
	 * @return whether the job still exists
	 */
	boolean updateProgress(ReservedJob job, byte[] json);

}
