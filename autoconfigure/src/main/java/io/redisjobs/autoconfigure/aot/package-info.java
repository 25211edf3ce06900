/**
 * What an ahead-of-time build needs to know.
 */
@NullMarked
package io.redisjobs.autoconfigure.aot;

import org.jspecify.annotations.NullMarked;
