package io.redisjobs.protocol.omniq;

/**
 * How an attempt that failed is to be ended.
 *
 * @param error why it failed, empty for nothing to store
 * @param failedKeep how many failed jobs are kept, negative for all
 * @param forGood whether there is to be no further attempt
 * @param delayMs the wait before the next attempt, negative for the job's own
 */
record OmniqFailure(String error, int failedKeep, boolean forGood, long delayMs) {

}
