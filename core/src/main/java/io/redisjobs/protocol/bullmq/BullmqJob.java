package io.redisjobs.protocol.bullmq;

import java.time.Duration;
import java.util.Map;

/**
 * What only BullMQ's jobs can do; a handler gets it by
 * {@link io.redisjobs.JobContext#as(Class)}.
 */
public interface BullmqJob {

	/** The options as stored, also those that redis-jobs does not know, as JSON. */
	String optionsJson();

	/** The results of completed children as JSON, by the children's keys. */
	Map<String, String> childrenValues();

	/** Why children failed that the job goes on without, by the children's keys. */
	Map<String, String> failedChildren();

	/**
	 * Ends this run; the job runs again after a time, and the attempt does not count.
	 * @throws io.redisjobs.JobHandedOverException always; let it pass
	 * @throws IllegalStateException if the job is not this run's any more
	 */
	void moveToDelayed(Duration delay);

	/**
	 * Ends this run until the job's children are done, and returns if no child is
	 * pending.
	 * @throws io.redisjobs.JobHandedOverException if children are pending; let it pass
	 * @throws io.redisjobs.UnrecoverableJobException if children have failed and the job
	 * fails with them; let it pass
	 * @throws IllegalStateException if the job is not this run's any more
	 */
	void moveToWaitingChildren();

}
