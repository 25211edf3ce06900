package io.redisjobs.listener;

/** How far a container is on its way from its start to its stop. */
enum Phase {

	/** Takes and runs jobs. */
	TAKING,
	/** Takes no more jobs and lets running handlers end. */
	DRAINING,
	/** Interrupts running handlers and releases the jobs that fail for it. */
	INTERRUPTING

}
