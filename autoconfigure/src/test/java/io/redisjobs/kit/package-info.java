/**
 * The behaviours that every contract must show.
 */
@NullMarked
package io.redisjobs.kit;

import org.jspecify.annotations.NullMarked;
