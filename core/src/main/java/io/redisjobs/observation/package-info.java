/**
 * Observations of publishing and running jobs, and meters of queues.
 */
@NullMarked
package io.redisjobs.observation;

import org.jspecify.annotations.NullMarked;
