/**
 * What a user of redis-jobs writes and reads: handlers, options, contexts, exceptions.
 */
@NullMarked
package io.redisjobs;

import org.jspecify.annotations.NullMarked;
