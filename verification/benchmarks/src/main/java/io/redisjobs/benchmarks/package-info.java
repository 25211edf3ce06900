/** Measures redis-jobs beside the libraries whose queues it shares. */
@NullMarked
package io.redisjobs.benchmarks;

import org.jspecify.annotations.NullMarked;
