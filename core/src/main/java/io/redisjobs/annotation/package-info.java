/**
 * Turns {@code @JobHandler} methods into endpoints.
 */
@NullMarked
package io.redisjobs.annotation;

import org.jspecify.annotations.NullMarked;
