package io.redisjobs.listener;

import java.time.Clock;

import io.redisjobs.JobOperations;
import io.redisjobs.convert.PayloadConverter;
import io.redisjobs.protocol.OpenQueue;

/**
 * What a held job needs of its container.
 *
 * @param queue the queue
 * @param converter writes progress and results
 * @param jobs publishes follow-ups
 * @param leases extends leases
 * @param clock tells the time
 */
record JobServices(OpenQueue queue, PayloadConverter converter, JobOperations jobs, LeaseKeeper leases, Clock clock) {

}
