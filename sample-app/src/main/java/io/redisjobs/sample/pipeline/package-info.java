/**
 * Transcription as a pipeline of Redis streams.
 */
@NullMarked
package io.redisjobs.sample.pipeline;

import org.jspecify.annotations.NullMarked;
