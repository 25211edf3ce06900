/**
 * The consuming side: containers, their loops and threads, leases, upkeep.
 */
@NullMarked
package io.redisjobs.listener;

import org.jspecify.annotations.NullMarked;
