package io.redisjobs.protocol;

/** A queue whose running jobs write logs. */
public interface LogRole {

	/**
	 * Appends a line.
	 * @param job a running job
	 * @param line the line
	 * @return whether the job still exists
	 */
	boolean appendLog(ReservedJob job, String line);

}
