package io.redisjobs;

/**
 * A job that Redis has taken.
 *
 * @param queue its queue
 * @param id its id
 * @param added whether it is new; {@code false} if an earlier job with the same id or
 * deduplication id stands for it
 */
public record PublishedJob(String queue, String id, boolean added) {

}
