package io.redisjobs.protocol.omniq;

import java.time.Instant;

/**
 * Asks for jobs while runs are acknowledged.
 *
 * @param now the time that jobs are stamped with, 0 for the server's
 * @param start the present of this worker, from which leases are counted
 * @param completedKeep how many completed jobs are kept, negative for all
 * @param max the most jobs to take
 * @param maxPromote the most delayed jobs to put in line
 */
record OmniqRequest(long now, Instant start, int completedKeep, int max, int maxPromote) {

}
