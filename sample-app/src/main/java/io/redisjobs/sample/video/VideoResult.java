package io.redisjobs.sample.video;

/**
 * A rendered video.
 *
 * @param url where it is
 */
public record VideoResult(String url) {

}
