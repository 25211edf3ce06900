/**
 * Checks on the two builds.
 */
@NullMarked
package io.redisjobs.parity;

import org.jspecify.annotations.NullMarked;
