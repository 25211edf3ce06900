package io.redisjobs.listener;

/**
 * How many jobs a call asks for.
 *
 * @param jobs the most jobs
 * @param slots how many of them can be started at once; the others are taken ahead
 */
record Demand(int jobs, int slots) {

	static final Demand NONE = new Demand(0, 0);

}
