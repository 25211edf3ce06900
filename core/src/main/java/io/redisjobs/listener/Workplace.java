package io.redisjobs.listener;

import java.util.concurrent.Executor;

/**
 * Where the jobs of a container are run.
 *
 * @param executor gives the threads
 * @param concurrency how many jobs run at a time
 * @param places where it waits for jobs by itself
 */
record Workplace(Executor executor, int concurrency, WaitPlaces places) {

}
