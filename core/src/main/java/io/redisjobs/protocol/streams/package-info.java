/**
 * Jobs on Redis Streams: consumer groups, routing, results, failures and retention.
 */
@NullMarked
package io.redisjobs.protocol.streams;

import org.jspecify.annotations.NullMarked;
