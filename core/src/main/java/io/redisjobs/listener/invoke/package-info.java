/**
 * From a reserved job to a method call.
 */
@NullMarked
package io.redisjobs.listener.invoke;

import org.jspecify.annotations.NullMarked;
