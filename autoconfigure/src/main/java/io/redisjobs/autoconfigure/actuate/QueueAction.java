package io.redisjobs.autoconfigure.actuate;

/** What can be done with a queue. */
public enum QueueAction {

	/** Pauses the queue for every worker everywhere. */
	PAUSE,
	/** Ends the pause. */
	RESUME,
	/** Starts this application's container. */
	START,
	/** Stops this application's container; running handlers end first. */
	STOP

}
