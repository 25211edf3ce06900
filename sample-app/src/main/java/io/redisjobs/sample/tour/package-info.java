/**
 * The guided tour through the four contracts.
 */
@NullMarked
package io.redisjobs.sample.tour;

import org.jspecify.annotations.NullMarked;
