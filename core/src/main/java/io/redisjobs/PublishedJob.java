package io.redisjobs;

/**
 * A job that Redis has taken, or that stands for the one that was to be published.
 *
 * @param queue its queue
 * @param id its id; where it was not added, that of the job that stands for it
 * @param added whether it is new; {@code false} if an earlier job with the same id or
 * deduplication id stands for it, which stays as it is
 */
public record PublishedJob(String queue, String id, boolean added) {

}
