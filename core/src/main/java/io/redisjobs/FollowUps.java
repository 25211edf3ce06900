package io.redisjobs;

import java.util.function.Consumer;

/**
 * Publishes jobs that belong to the running one, each in a round trip of its own. A run
 * that has lost its job gets a {@link JobLeaseLostException}, and nothing is published:
 * the next run does that. With Conveyor a run that fails takes with it what it published
 * here, as its next attempt publishes it again; with BullMQ the jobs stay.
 */
public interface FollowUps {

	/** Publishes to the running job's queue. */
	default PublishedJob publish(Object payload) {
		return publish(payload, (options) -> {
		});
	}

	/** Publishes to the running job's queue with options. */
	PublishedJob publish(Object payload, Consumer<JobOptions> options);

	/** Publishes to another queue of the same contract with options. */
	PublishedJob publish(String queue, Object payload, Consumer<JobOptions> options);

}
