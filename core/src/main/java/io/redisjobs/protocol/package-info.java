/**
 * The SPI that every queue contract implements; it knows neither Spring nor Redis.
 */
@NullMarked
package io.redisjobs.protocol;

import org.jspecify.annotations.NullMarked;
