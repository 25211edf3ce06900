/**
 * The consuming side: containers, crews, leases, settlement, maintenance.
 */
@NullMarked
package io.redisjobs.listener;

import org.jspecify.annotations.NullMarked;
