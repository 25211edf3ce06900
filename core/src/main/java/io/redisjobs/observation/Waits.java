package io.redisjobs.observation;

import java.time.Duration;
import java.time.Instant;

/** How long jobs have waited, by two clocks that may differ. */
final class Waits {

	private Waits() {
	}

	/** The time that a job has waited; zero if it was to wait until later. */
	static Duration until(Instant now, Instant since) {
		Duration waited = Duration.between(since, now);
		return waited.isNegative() ? Duration.ZERO : waited;
	}

}
