/**
 * Applications that have repositories beside their jobs.
 */
@NullMarked
package io.redisjobs.repositories;

import org.jspecify.annotations.NullMarked;
