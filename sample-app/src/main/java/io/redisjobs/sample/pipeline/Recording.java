package io.redisjobs.sample.pipeline;

/**
 * A recording to be transcribed.
 *
 * @param mediaUrl where it is
 * @param cost what the user has paid
 */
public record Recording(String mediaUrl, int cost) {

}
