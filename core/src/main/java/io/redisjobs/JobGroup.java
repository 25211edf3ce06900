package io.redisjobs;

import org.jspecify.annotations.Nullable;

/**
 * A group of jobs that share a limit.
 *
 * @param id the group's id
 * @param limit how many of its jobs run at a time; 0 or {@code null} for the limit that
 * the group has already, which is 1 unless one was given
 */
public record JobGroup(String id, @Nullable Integer limit) {

}
