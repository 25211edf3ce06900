package io.redisjobs.protocol.streams;

/** Knows the jobs that were routed, so that none goes round in circles for ever. */
public interface RouterRole {

	/**
	 * Notes that a job passes the queue's router.
	 * @param job what tells the job from others
	 * @return how often it has, each time not long after the one before
	 */
	long pass(String job);

}
