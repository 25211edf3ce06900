package io.redisjobs.sample.pipeline;

/**
 * What was said.
 *
 * @param text the words
 */
record Transcript(String text) {

}
