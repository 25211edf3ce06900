package io.redisjobs.listener;

/**
 * How many jobs a container can take.
 *
 * @param jobs the most jobs
 * @param slots how many of them can be started at once; the others would be taken ahead
 */
record Room(int jobs, int slots) {

	static final Room NONE = new Room(0, 0);

}
