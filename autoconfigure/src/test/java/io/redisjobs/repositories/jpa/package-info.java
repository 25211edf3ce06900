/**
 * An application with repositories on JPA alone.
 */
@NullMarked
package io.redisjobs.repositories.jpa;

import org.jspecify.annotations.NullMarked;
