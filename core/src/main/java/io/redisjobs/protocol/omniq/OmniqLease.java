package io.redisjobs.protocol.omniq;

/**
 * What proves that a running job is the caller's.
 *
 * @param jobId the job
 * @param token the token it was reserved with
 */
public record OmniqLease(String jobId, String token) {

}
