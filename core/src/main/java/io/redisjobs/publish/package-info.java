/**
 * The publishing side.
 */
@NullMarked
package io.redisjobs.publish;

import org.jspecify.annotations.NullMarked;
