package io.redisjobs.autoconfigure;

import java.util.concurrent.Executor;

/**
 * Gives each queue's container the executor its threads run on; replaceable as a bean.
 */
@FunctionalInterface
public interface JobExecutors {

	/**
	 * The executor of a queue; it must be able to run as many tasks at a time as the
	 * queue's concurrency.
	 */
	Executor forQueue(String queue);

}
