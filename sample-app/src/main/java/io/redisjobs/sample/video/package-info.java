/**
 * Rendering on a BullMQ queue.
 */
@NullMarked
package io.redisjobs.sample.video;

import org.jspecify.annotations.NullMarked;
