package io.redisjobs;

/** Where a job stands. */
public enum JobState {

	/** In line. */
	WAITING,
	/** In line by priority. */
	PRIORITIZED,
	/** Due later. */
	DELAYED,
	/** Waiting for its children. */
	WAITING_CHILDREN,
	/** Running. */
	ACTIVE,
	/** Done. */
	COMPLETED,
	/** Failed for good. */
	FAILED,
	/** In no state the contract knows. */
	UNKNOWN

}
