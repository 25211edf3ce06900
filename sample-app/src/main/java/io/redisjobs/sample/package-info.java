/**
 * An application that uses all four contracts.
 */
@NullMarked
package io.redisjobs.sample;

import org.jspecify.annotations.NullMarked;
