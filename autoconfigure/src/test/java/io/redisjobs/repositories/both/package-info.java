/**
 * An application with repositories on JPA and on Redis.
 */
@NullMarked
package io.redisjobs.repositories.both;

import org.jspecify.annotations.NullMarked;
