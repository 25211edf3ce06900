package io.redisjobs.sample.tour;

import java.time.Duration;

/** A part of the tour: one contract. */
interface Chapter {

	/** How long a chapter waits for what should happen; much longer than it takes. */
	Duration PATIENCE = Duration.ofSeconds(60);

	/** What it is about. */
	String title();

	/** Publishes jobs and tells what becomes of them. */
	void tell(Account account);

}
