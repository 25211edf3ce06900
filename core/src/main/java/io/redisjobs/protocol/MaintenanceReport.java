package io.redisjobs.protocol;

import java.time.Duration;

/**
 * What a piece of upkeep did.
 *
 * @param promoted delayed jobs that became due
 * @param recovered jobs taken back from workers that are gone
 * @param failed jobs that failed for good, because their workers went away too often
 * @param removed entries trimmed away
 * @param skipped whether somebody else did it or does it
 * @param next when the next piece is due
 * @param nextIfUnchanged when it is due if it is known that nothing changes in the queue,
 * see {@link JobQueue#watch}
 */
public record MaintenanceReport(int promoted, int recovered, int failed, int removed, boolean skipped, Duration next,
		Duration nextIfUnchanged) {

	/** What a piece did after which the next is due in any case. */
	public MaintenanceReport(int promoted, int recovered, int failed, int removed, boolean skipped, Duration next) {
		this(promoted, recovered, failed, removed, skipped, next, next);
	}

	/** Whether anything was done, or was left to others. */
	public boolean isWorthTelling() {
		return this.skipped || this.promoted > 0 || this.recovered > 0 || this.failed > 0 || this.removed > 0;
	}

	/** Nothing was to be done. */
	public static MaintenanceReport nothing(Duration next) {
		return new MaintenanceReport(0, 0, 0, 0, false, next);
	}

	/** Somebody else does it. */
	public static MaintenanceReport skipped(Duration next) {
		return new MaintenanceReport(0, 0, 0, 0, true, next);
	}

}
