package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.redisjobs.JobHandedOverException;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureWish;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Settles runs that failed, and hands jobs back; repeats while the lease lives. */
final class FailureSettler {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private final OpenQueue queue;

	private final JobErrorHandler errorHandler;

	private final LeaseKeeper leases;

	private final JobMonitor monitor;

	private final Outage outage;

	private final Clock clock;

	FailureSettler(OpenQueue queue, JobErrorHandler errorHandler, LeaseKeeper leases, JobMonitor monitor, Outage outage,
			Clock clock) {
		this.queue = queue;
		this.errorHandler = errorHandler;
		this.leases = leases;
		this.monitor = monitor;
		this.outage = outage;
		this.clock = clock;
	}

	/** Settles a failed run as the error handler wishes. */
	void settle(HeldJob job, Throwable error, Duration duration) {
		settle(job, error, duration, (rest) -> {
		});
	}

	/**
	 * Settles a failed run as the error handler wishes.
	 * @param beforeRest told for how long, before the job goes back to a queue that is to
	 * rest
	 */
	void settle(HeldJob job, Throwable error, Duration duration, Consumer<Duration> beforeRest) {
		if (job.leaseLost() || error instanceof JobHandedOverException) {
			this.leases.release(job);
			return;
		}
		FailureWish wish = wish(job, error);
		try {
			if (wish instanceof FailureWish.Release release && !release.rest().isZero()) {
				beforeRest.accept(release.rest());
			}
		}
		finally {
			Settlement settlement = write(job, error, wish);
			tell(job, error, settlement);
			this.monitor.failed(job, error, settlement, duration);
		}
	}

	/** Hands a job back whose run did not come to its end. */
	void handBack(HeldJob job, Throwable reason) {
		handBack(job, reason, FailureWish.release());
	}

	/** Hands a job back that was not started. */
	void handBackUnstarted(HeldJob job, String reason) {
		handBack(job, new InterruptedException(reason), FailureWish.returnUnstarted());
	}

	private void handBack(HeldJob job, Throwable reason, FailureWish wish) {
		if (job.leaseLost()) {
			this.leases.release(job);
			return;
		}
		Settlement settlement = write(job, reason, wish);
		logger.info("Handed back " + job + " (" + settlement.outcome() + "): " + reason.getMessage());
	}

	private FailureWish wish(HeldJob job, Throwable error) {
		try {
			return this.errorHandler.handle(job, error);
		}
		catch (RuntimeException | Error ex) {
			logger.warn("The error handler failed for " + job + "; the job is retried as it says itself", ex);
			return FailureWish.retry();
		}
	}

	private Settlement write(HeldJob job, Throwable error, FailureWish wish) {
		job.settling(true);
		try {
			while (true) {
				if (this.outage.ongoing() && job.expired(this.clock)) {
					return Settlement.leaseLost("Redis did not take it while the lease lived");
				}
				try {
					Settlement settlement = this.queue.queue().fail(new Failure(job.job(), error, wish));
					this.outage.over();
					return settlement;
				}
				catch (RuntimeException ex) {
					Duration pause = this.outage.seen("settle a failed job", ex);
					this.monitor.settlementRepeated(job.queue());
					LockSupport.parkNanos(pause.toNanos());
				}
			}
		}
		finally {
			this.leases.release(job);
		}
	}

	private void tell(HeldJob job, Throwable error, Settlement settlement) {
		switch (settlement.outcome()) {
			case RETRYING, RELEASED -> logger.info("Attempt " + job.attempt() + " of " + job + " failed; "
					+ ((settlement.at() != null) ? "next attempt at " + settlement.at() : "it goes back in line") + ": "
					+ error);
			case LEASE_LOST, GONE -> {
				logger.warn("Attempt " + job.attempt() + " of " + job + " failed, but the job is not ours any more ("
						+ settlement.outcome() + " " + settlement.detail() + "): " + error);
				this.monitor.leaseLost(job);
			}
			default -> logger.error("Attempt " + job.attempt() + " of " + job + " failed; it has failed for good ("
					+ settlement.outcome() + ")", error);
		}
	}

}
