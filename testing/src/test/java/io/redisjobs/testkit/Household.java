package io.redisjobs.testkit;

import io.redisjobs.JobHandler;

/** What handlers have in common that inherit their methods. */
interface Household {

	@JobHandler("visits")
	default String open(Letter card) {
		return getClass().getSimpleName() + " opens to " + card.to();
	}

}
