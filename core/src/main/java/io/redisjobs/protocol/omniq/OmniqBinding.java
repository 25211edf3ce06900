package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.time.Instant;

/**
 * One queue as its parts know it.
 *
 * @param keys its keys
 * @param settings its settings
 * @param scripts what its parts run
 * @param clock the present of this worker
 */
record OmniqBinding(OmniqKeys keys, OmniqSettings settings, OmniqScripts scripts, Clock clock) {

	String queue() {
		return this.keys.queue();
	}

	/** The time that scripts stamp jobs with; 0 is the server's. */
	long now() {
		return now(0);
	}

	/** The time that scripts stamp jobs with; a given 0 is the present. */
	long now(long given) {
		if (given < 0 || given > OmniqNewJob.LATEST_MS) {
			throw new IllegalArgumentException("The present is in milliseconds since 1970, not " + given);
		}
		boolean present = given == 0 && this.settings.timeSource() == OmniqSettings.TimeSource.CLIENT;
		return present ? this.clock.millis() : given;
	}

	/** The present of this worker, whoever stamps the jobs. */
	Instant instant() {
		return this.clock.instant();
	}

}
