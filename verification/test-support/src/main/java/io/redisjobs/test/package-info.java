/**
 * A real Redis for tests.
 */
@NullMarked
package io.redisjobs.test;

import org.jspecify.annotations.NullMarked;
