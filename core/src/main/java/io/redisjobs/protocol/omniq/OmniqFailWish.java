package io.redisjobs.protocol.omniq;

/**
 * How an attempt that failed is to be ended.
 *
 * @param error why it failed, empty for nothing to store
 * @param failedKeep how many failed jobs are kept, negative for all
 * @param bury whether there is to be no further attempt
 * @param delayMs the wait before the next attempt, negative for the job's own
 */
record OmniqFailWish(String error, int failedKeep, boolean bury, long delayMs) {

}
