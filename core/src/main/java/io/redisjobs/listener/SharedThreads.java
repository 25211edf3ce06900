package io.redisjobs.listener;

/**
 * What the containers of an application share, so that many of them take few threads.
 *
 * @param timer begins what each of them does beside running jobs
 * @param places where they wait for jobs by themselves
 */
record SharedThreads(RoundTimer timer, WaitPlaces places) {

	/**
	 * Creates it.
	 * @param places how many containers may wait on a thread of their own
	 */
	static SharedThreads withPlaces(int places) {
		return new SharedThreads(RoundTimer.forMany("redis-jobs-rounds"), new WaitPlaces(places));
	}

}
