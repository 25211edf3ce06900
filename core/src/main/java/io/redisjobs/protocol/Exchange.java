package io.redisjobs.protocol;

import java.util.List;
import java.util.function.Supplier;

/**
 * The answer to completing and taking in one call.
 *
 * @param settlements what became of the completions, in their order
 * @param reservation the jobs taken
 */
public record Exchange(List<Settlement> settlements, Reservation reservation) {

	/**
	 * Takes jobs after others were completed. If that fails, what is written still
	 * counts; the next attempt to take jobs shows the trouble.
	 */
	public static Exchange after(List<Settlement> settlements, Supplier<Reservation> taking) {
		try {
			return new Exchange(settlements, taking.get());
		}
		catch (RuntimeException | Error ex) {
			if (settlements.isEmpty()) {
				throw ex;
			}
			return new Exchange(settlements, Reservation.empty());
		}
	}

}
