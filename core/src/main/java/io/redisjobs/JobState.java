package io.redisjobs;

/** Where a job stands. Contracts without a state never show it. */
public enum JobState {

	/** In line, waiting to be taken. */
	WAITING,
	/** In line by priority, behind those without one. */
	PRIORITIZED,
	/** Due later: published with a delay, or between two attempts. */
	DELAYED,
	/** Waiting for its children. */
	WAITING_CHILDREN,
	/** Taken by a worker. */
	ACTIVE,
	/** Done. */
	COMPLETED,
	/** Failed for good. */
	FAILED,
	/** In no state the contract knows. */
	UNKNOWN

}
