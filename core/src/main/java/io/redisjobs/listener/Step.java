package io.redisjobs.listener;

/** What a thread of a container can do next. */
enum Step {

	/** Write what has ended, and take jobs in the same call. */
	WRITE,
	/** Run a job that has been taken. */
	RUN,
	/** Release a job that has been taken, because the container stops. */
	RELEASE,
	/** Take jobs, and wait for them on behalf of all. */
	TAKE,
	/** Wait until there is something to do. */
	IDLE,
	/** End, because the queue is watched and nothing is left to do. */
	LEAVE,
	/** End, because the container stops and nothing is left to do. */
	STOP

}
