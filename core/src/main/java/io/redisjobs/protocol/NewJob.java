package io.redisjobs.protocol;

import io.redisjobs.JobOptions;

/**
 * A job to publish.
 *
 * @param payload its payload as it is stored
 * @param options how it is to be run
 */
public record NewJob(byte[] payload, JobOptions options) {

}
