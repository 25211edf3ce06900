package io.redisjobs.listener;

/** What a container is doing. */
public enum ContainerState {

	/** Not running. */
	STOPPED,
	/** Taking and running jobs. */
	RUNNING,
	/** Running, but Redis does not answer; it keeps trying. */
	DISCONNECTED,
	/** Running, but something that should have happened long ago has not. */
	UNRESPONSIVE,
	/** Taking no more jobs and letting running ones end. */
	STOPPING,
	/**
	 * Not running, because something that it needs is missing or does not fit; a start
	 * tries again.
	 */
	FAILED

}
