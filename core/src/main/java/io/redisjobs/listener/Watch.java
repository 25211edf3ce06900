package io.redisjobs.listener;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Notices what a container should have done long ago: taken, started, renewed or written
 * something. It asks nobody but the container's own parts, so that it sees what hangs
 * without hanging itself.
 */
final class Watch {

	private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(10);

	private final Crew crew;

	private final LeaseKeeper leases;

	private final Outage outage;

	private final Duration patience;

	private volatile @Nullable Long lastOutage;

	Watch(Crew crew, LeaseKeeper leases, Outage outage, Duration lease) {
		this.crew = crew;
		this.leases = leases;
		this.outage = outage;
		this.patience = (lease.compareTo(SHORTEST_PATIENCE) > 0) ? lease : SHORTEST_PATIENCE;
	}

	/** What is overdue, if anything. */
	@Nullable String overdue() {
		if (isExplained()) {
			return null;
		}
		String neglected = this.crew.neglected(this.patience);
		if (neglected != null) {
			return neglected;
		}
		for (HeldJob job : this.leases.held()) {
			Duration settling = job.settlingFor();
			if (settling.compareTo(this.patience) > 0) {
				return "the end of " + job + " has been waiting to be written for " + settling.toSeconds() + " s";
			}
			if (!job.leaseLost() && !job.settling() && job.expired()) {
				return "the lease of " + job + " has ended without being renewed";
			}
		}
		return null;
	}

	// an outage is told of by itself, and after it calls need a moment to be repeated
	private boolean isExplained() {
		long now = System.nanoTime();
		if (this.outage.ongoing()) {
			this.lastOutage = now;
		}
		Long last = this.lastOutage;
		return last != null && now - last < SHORTEST_PATIENCE.toNanos();
	}

}
