package io.redisjobs.protocol.streams;

import java.util.List;

/**
 * Entries that were taken, if the queue is not paused.
 *
 * @param paused whether the queue is paused
 * @param jobs what was taken
 */
record TakenEntries(boolean paused, List<StreamsJob> jobs) {

	static final TakenEntries PAUSED = new TakenEntries(true, List.of());

	static final TakenEntries NONE = new TakenEntries(false, List.of());

	boolean isNothing() {
		return !this.paused && this.jobs.isEmpty();
	}

}
