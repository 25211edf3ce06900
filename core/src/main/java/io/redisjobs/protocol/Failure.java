package io.redisjobs.protocol;

/**
 * A run that failed.
 *
 * @param job the job
 * @param error why
 * @param wish what is wished for it
 */
public record Failure(ReservedJob job, Throwable error, FailureWish wish) {

}
