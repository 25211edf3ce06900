/**
 * Running scripts and waiting on Redis; the only package that sees the driver.
 */
@NullMarked
package io.redisjobs.redis;

import org.jspecify.annotations.NullMarked;
