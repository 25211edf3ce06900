package io.redisjobs.protocol.omniq;

import java.util.Locale;

/** Where jobs stand in an OmniQ queue. */
public enum OmniqLane {

	/** Ungrouped jobs in line; as a page of the monitor also grouped ones. */
	WAIT,
	/** Grouped jobs in line. */
	GWAIT,
	/** Running jobs. */
	ACTIVE,
	/** Jobs that are due later. */
	DELAYED,
	/** Jobs that have failed for good. */
	FAILED,
	/** The last jobs that were done. */
	COMPLETED;

	String key() {
		return name().toLowerCase(Locale.ROOT);
	}

}
