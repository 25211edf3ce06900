/**
 * Payloads and results to and from JSON.
 */
@NullMarked
package io.redisjobs.convert;

import org.jspecify.annotations.NullMarked;
