package io.redisjobs.listener;

import io.redisjobs.JobOperations;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.protocol.OpenQueue;

/**
 * What a held job needs of its container.
 *
 * @param queue the queue
 * @param converter writes progress and results
 * @param jobs publishes follow-ups
 * @param leases renews leases
 */
record JobServices(OpenQueue queue, PayloadConverter converter, JobOperations jobs, LeaseKeeper leases) {

}
