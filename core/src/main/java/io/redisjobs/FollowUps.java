package io.redisjobs;

import java.util.function.Consumer;

/**
 * Publishes jobs that belong to the running one, as long as the run owns it: otherwise
 * there is a {@link JobLeaseLostException}, and nothing is published.
 */
public interface FollowUps {

	/** Publishes to the running job's queue. */
	default PublishedJob publish(Object payload) {
		return publish(payload, (options) -> {
		});
	}

	/** Publishes to the running job's queue with options. */
	PublishedJob publish(Object payload, Consumer<JobOptions> options);

	/** Publishes to another queue with options. */
	PublishedJob publish(String queue, Object payload, Consumer<JobOptions> options);

}
