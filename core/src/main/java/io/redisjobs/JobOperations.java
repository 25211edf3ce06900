package io.redisjobs;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Publishing and finding jobs. Thread-safe; every call blocks until Redis has answered.
 * <p>
 * If Redis does not answer, there is a {@code DataAccessException} of Spring, such as a
 * {@code RedisConnectionFailureException}, and the jobs may or may not have been
 * published. Publishing them again with {@linkplain JobOptions#id(String) ids of your
 * own} is safe with BullMQ and OmniQ. All other exceptions mean that nothing was
 * published, except where {@link #publishAll(String, Collection, Consumer)} says
 * otherwise.
 */
public interface JobOperations {

	/**
	 * Publishes a job.
	 * @param queue the queue
	 * @param payload what the handler gets, {@code null} included: bytes as they are, a
	 * protobuf message in its own encoding, anything else as JSON
	 * @return the job as Redis has taken it, or the one that stands for it
	 * @throws UnknownQueueException if the application is {@code redis-jobs.strict} and
	 * its configuration does not name the queue
	 * @throws JobRefusedException if the queue's contract cannot take the job
	 */
	default PublishedJob publish(String queue, @Nullable Object payload) {
		return publish(queue, payload, (options) -> {
		});
	}

	/**
	 * Publishes a job with options.
	 * @param queue the queue
	 * @param payload what the handler gets, as in {@link #publish(String, Object)}
	 * @param options sets the options; called once, before Redis is
	 * @return the job as Redis has taken it, or the one that stands for it
	 * @throws UnknownQueueException if the application is {@code redis-jobs.strict} and
	 * its configuration does not name the queue
	 * @throws JobRefusedException if the queue's contract cannot take the job, its
	 * payload or one of its options
	 */
	PublishedJob publish(String queue, @Nullable Object payload, Consumer<JobOptions> options);

	/**
	 * Publishes many jobs, many to a round trip, as
	 * {@link #publishAll(String, Collection, Consumer)} does.
	 * @param queue the queue
	 * @param payloads what the handlers get
	 * @return the jobs in the same order
	 */
	default List<PublishedJob> publishAll(String queue, Collection<?> payloads) {
		return publishAll(queue, payloads, (options) -> {
		});
	}

	/**
	 * Publishes many jobs in their order, many to a round trip. No payload at all does
	 * nothing.
	 * <p>
	 * Every payload and option is checked before the first job is sent, so that one that
	 * the contract cannot take keeps all from being published. From then on the jobs are
	 * not one unit: if Redis does not answer in the middle, those before have been
	 * published; and if Redis' state refuses one (its parent does not exist, its id
	 * does), the others have been published and the exception says which one it is about.
	 * @param queue the queue
	 * @param payloads what the handlers get
	 * @param options sets the options of each job; called once for each payload, each
	 * time with options in which nothing is set
	 * @return the jobs in the same order
	 * @throws UnknownQueueException if the application is {@code redis-jobs.strict} and
	 * its configuration does not name the queue
	 * @throws JobRefusedException if the queue's contract cannot take one of the jobs
	 */
	List<PublishedJob> publishAll(String queue, Collection<?> payloads, Consumer<JobOptions> options);

	/**
	 * Finds a job by its id, finished ones for as long as they are kept.
	 * @return the job as it is now; empty if there is none
	 * @throws UnsupportedJobOptionException if the contract cannot look jobs up; BullMQ
	 * and OmniQ can
	 */
	Optional<JobSnapshot> find(String queue, String id);

}
