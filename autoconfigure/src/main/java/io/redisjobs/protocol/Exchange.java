package io.redisjobs.protocol;

import java.util.List;

/**
 * The answer to completing and taking in one call.
 *
 * @param settlements what became of the completions, in their order
 * @param reservation the jobs taken
 */
public record Exchange(List<Settlement> settlements, Reservation reservation) {

}
