/**
 * redis-jobs beside the libraries whose queues it shares.
 */
@NullMarked
package io.redisjobs.compatibility;

import org.jspecify.annotations.NullMarked;
