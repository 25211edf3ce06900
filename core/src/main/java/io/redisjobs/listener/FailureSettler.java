package io.redisjobs.listener;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.redisjobs.JobHandedOverException;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Settles runs that failed, and hands jobs back; repeats until Redis has answered,
 * because only the answer tells what became of the job.
 */
final class FailureSettler {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final int MOST_REFUSALS = 3;

	private static final Duration REFUSED_PAUSE = Duration.ofMillis(200);

	private final OpenQueue queue;

	private final JobErrorHandler errorHandler;

	private final LeaseKeeper leases;

	private final JobMonitor monitor;

	private final Outage outage;

	private final CountDownLatch closed = new CountDownLatch(1);

	FailureSettler(OpenQueue queue, JobErrorHandler errorHandler, LeaseKeeper leases, JobMonitor monitor,
			Outage outage) {
		this.queue = queue;
		this.errorHandler = errorHandler;
		this.leases = leases;
		this.monitor = monitor;
		this.outage = outage;
	}

	/** Settles a failed run as the error handler says. */
	void settle(HeldJob job, Throwable error, Duration duration) {
		settle(job, error, duration, (rest) -> {
		});
	}

	/**
	 * Settles a failed run as the error handler says.
	 * @param beforeRest told for how long, before the job goes back to a queue that is to
	 * rest
	 */
	void settle(HeldJob job, Throwable error, Duration duration, Consumer<Duration> beforeRest) {
		if (job.leaseLost() || error instanceof JobHandedOverException) {
			this.leases.release(job);
			return;
		}
		FailureAction action = action(job, error);
		try {
			if (action instanceof FailureAction.Release release && !release.rest().isZero()) {
				beforeRest.accept(release.rest());
			}
		}
		finally {
			Settlement settlement = write(job, error, action);
			try {
				tell(job, error, settlement);
			}
			finally {
				this.monitor.failed(job, error, settlement, duration);
			}
		}
	}

	/** Hands a job back whose run did not come to its end. */
	void handBack(HeldJob job, Throwable reason) {
		handBack(job, reason, FailureAction.releaseInterrupted());
	}

	/** Hands a job back that was not started. */
	void handBackUnstarted(HeldJob job, String reason) {
		handBack(job, new InterruptedException(reason), FailureAction.releaseUnstarted());
	}

	private void handBack(HeldJob job, Throwable reason, FailureAction action) {
		if (job.leaseLost()) {
			this.leases.release(job);
			return;
		}
		Settlement settlement = write(job, reason, action);
		logger.info("Handed back " + job + " (" + settlement.outcome() + "): " + reason.getMessage());
	}

	private FailureAction action(HeldJob job, Throwable error) {
		try {
			return Objects.requireNonNull(this.errorHandler.handle(job, error), "The error handler returned null");
		}
		catch (RuntimeException | Error ex) {
			logger.warn("The error handler failed for " + job + "; the job is retried as it says itself", ex);
			return FailureAction.retry();
		}
	}

	private Settlement write(HeldJob job, Throwable error, FailureAction action) {
		job.settle();
		boolean interrupted = false;
		try {
			for (int refusals = 0; refusals < MOST_REFUSALS;) {
				Duration pause;
				try {
					Settlement settlement = this.queue.queue().fail(new Failure(job.job(), error, action));
					this.outage.over();
					return settlement;
				}
				catch (RuntimeException | Error ex) {
					boolean passes = Trouble.passes(ex);
					refusals += passes ? 0 : 1;
					pause = passes ? this.outage.seen("settle a failed job", ex) : refused(job, refusals, ex);
					this.monitor.settlementRepeated(job.queue());
				}
				try {
					if (this.closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
						return Settlement.leaseLost("the container stopped before Redis took it");
					}
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
			return Settlement.leaseLost("it could not be written, and is left to the queue's recovery");
		}
		finally {
			this.leases.release(job);
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	// what stays however often it is repeated must not keep the thread for ever
	private Duration refused(HeldJob job, int refusals, Throwable refusal) {
		if (refusals == MOST_REFUSALS) {
			logger.error("The end of " + job + " cannot be written, and repeating it does not help; "
					+ "its lease is not renewed any more, so that the queue's recovery deals with it ("
					+ Printable.of(ErrorText.describe(refusal)) + ")");
		}
		return REFUSED_PAUSE;
	}

	/** Repeats nothing any more. */
	void close() {
		this.closed.countDown();
	}

	private void tell(HeldJob job, Throwable error, Settlement settlement) {
		String attempt = "Attempt " + job.attempt() + " of " + job + " failed";
		switch (settlement.outcome()) {
			case RETRYING, RELEASED -> logger.info(attempt + "; "
					+ ((settlement.at() != null) ? "next attempt at " + settlement.at() : "it goes back in line") + ": "
					+ Printable.of(ErrorText.describe(error)));
			case LEASE_LOST, GONE -> {
				logger.warn(attempt + ", but the job is not ours any more (" + settlement.outcome() + " "
						+ Printable.of(settlement.detail()) + "): " + Printable.of(ErrorText.describe(error)));
				this.monitor.leaseLost(job);
			}
			default -> logger.error(attempt + "; it has failed for good (" + settlement.outcome() + ")", error);
		}
	}

}
