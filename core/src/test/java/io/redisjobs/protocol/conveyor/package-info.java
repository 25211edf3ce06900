/**
 * Tests of the Conveyor contract.
 */
@NullMarked
package io.redisjobs.protocol.conveyor;

import org.jspecify.annotations.NullMarked;
