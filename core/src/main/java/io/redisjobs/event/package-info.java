/**
 * What happens to jobs and containers, as application events.
 */
@NullMarked
package io.redisjobs.event;

import org.jspecify.annotations.NullMarked;
