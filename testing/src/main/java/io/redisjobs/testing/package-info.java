/**
 * Support for tests of applications that publish and handle jobs.
 */
@NullMarked
package io.redisjobs.testing;

import org.jspecify.annotations.NullMarked;
