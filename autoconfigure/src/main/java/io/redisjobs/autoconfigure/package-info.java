/**
 * Auto-configuration, properties and failure analyzers.
 */
@NullMarked
package io.redisjobs.autoconfigure;

import org.jspecify.annotations.NullMarked;
