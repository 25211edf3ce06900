/**
 * What becomes of a failed run.
 */
@NullMarked
package io.redisjobs.listener.error;

import org.jspecify.annotations.NullMarked;
