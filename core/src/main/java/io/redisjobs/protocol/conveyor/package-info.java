/**
 * The Conveyor contract: job trees, heirs and schedules, with protobuf on the wire.
 */
@NullMarked
package io.redisjobs.protocol.conveyor;

import org.jspecify.annotations.NullMarked;
