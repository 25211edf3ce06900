package io.redisjobs.protocol;

/**
 * A run that succeeded.
 *
 * @param job the job
 * @param result its result as it is stored
 */
public record Completion(ReservedJob job, byte[] result) {

}
