/**
 * The contract of BullMQ 5.62, shared with workers and producers on Node.
 */
@NullMarked
package io.redisjobs.protocol.bullmq;

import org.jspecify.annotations.NullMarked;
