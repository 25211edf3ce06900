package io.redisjobs.protocol;

/**
 * A run that failed.
 *
 * @param job the job
 * @param error why
 * @param action what is to become of the job
 */
public record Failure(ReservedJob job, Throwable error, FailureAction action) {

}
