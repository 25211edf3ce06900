package io.redisjobs.listener;

/** What a crew is up to. */
enum Mood {

	/** Takes and runs jobs. */
	TAKING,
	/** Ends what runs. */
	FINISHING,
	/** Ends what runs and hands back what fails. */
	HALTING

}
