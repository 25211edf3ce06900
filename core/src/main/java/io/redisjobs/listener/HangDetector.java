package io.redisjobs.listener;

import java.time.Duration;

import io.redisjobs.protocol.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Notices what a container should have done long ago: taken, started, extended or written
 * something. It asks nobody but the container's own parts, so that it sees what hangs
 * without hanging itself.
 */
final class HangDetector {

	private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(10);

	private final JobLoop loop;

	private final LeaseKeeper leases;

	private final Outage outage;

	private final Duration patience;

	private volatile @Nullable Long lastOutage;

	HangDetector(JobLoop loop, LeaseKeeper leases, Outage outage, Duration lease) {
		this.loop = loop;
		this.leases = leases;
		this.outage = outage;
		this.patience = (lease.compareTo(SHORTEST_PATIENCE) > 0) ? lease : SHORTEST_PATIENCE;
	}

	/** What is overdue, if anything. */
	@Nullable String overdue() {
		if (isExplained()) {
			return null;
		}
		String overdue = this.loop.overdue(this.patience);
		if (overdue != null) {
			return overdue;
		}
		for (HeldJob job : this.leases.held()) {
			Duration writing = job.writingFor();
			if (writing.compareTo(this.patience) > 0) {
				return "what became of job " + Printable.of(job.id()) + " has been waiting to be written for "
						+ writing.toSeconds() + " s";
			}
			if (!job.leaseLost() && !job.isBeingWritten() && job.leaseEnded()) {
				return "the lease of job " + Printable.of(job.id()) + " has ended without being extended";
			}
		}
		return null;
	}

	// an outage is reported by itself, and after it calls need a moment to be repeated
	private boolean isExplained() {
		long now = System.nanoTime();
		if (this.outage.ongoing()) {
			this.lastOutage = now;
		}
		Long last = this.lastOutage;
		return last != null && now - last < SHORTEST_PATIENCE.toNanos();
	}

}
