/**
 * Queues and containers for the Actuator: endpoint, health and info.
 */
@NullMarked
package io.redisjobs.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
