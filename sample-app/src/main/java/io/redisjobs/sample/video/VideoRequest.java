package io.redisjobs.sample.video;

/**
 * A video to be rendered.
 *
 * @param title its title
 * @param hiccups how many attempts are to fail first
 */
public record VideoRequest(String title, int hiccups) {

}
