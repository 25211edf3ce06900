/**
 * Mail of many tenants on an OmniQ queue.
 */
@NullMarked
package io.redisjobs.sample.mail;

import org.jspecify.annotations.NullMarked;
