package io.redisjobs;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Publishing and finding jobs. */
public interface JobOperations {

	/**
	 * Publishes a job.
	 * @param queue the queue
	 * @param payload what the handler gets
	 * @return the job as Redis has taken it
	 * @throws JobRefusedException if the queue's contract cannot take it
	 */
	default PublishedJob publish(String queue, @Nullable Object payload) {
		return publish(queue, payload, (options) -> {
		});
	}

	/**
	 * Publishes a job with options.
	 * @param queue the queue
	 * @param payload what the handler gets
	 * @param options sets the options
	 * @return the job as Redis has taken it
	 * @throws JobRefusedException if the queue's contract cannot take it
	 */
	PublishedJob publish(String queue, @Nullable Object payload, Consumer<JobOptions> options);

	/**
	 * Publishes many jobs, many to a round trip. Every payload is checked before the
	 * first one is sent; the jobs are not published as one unit.
	 * @param queue the queue
	 * @param payloads what the handlers get
	 * @return the jobs in the same order
	 */
	default List<PublishedJob> publishAll(String queue, Collection<?> payloads) {
		return publishAll(queue, payloads, (options) -> {
		});
	}

	/**
	 * Publishes many jobs with the same options, many to a round trip.
	 * @param queue the queue
	 * @param payloads what the handlers get
	 * @param options sets the options of each
	 * @return the jobs in the same order
	 */
	List<PublishedJob> publishAll(String queue, Collection<?> payloads, Consumer<JobOptions> options);

	/**
	 * Finds a job by its id.
	 * @throws UnsupportedJobOptionException if the contract cannot look jobs up
	 */
	Optional<JobSnapshot> find(String queue, String id);

}
