package io.redisjobs.listener;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.redisjobs.JobHandedOverException;
import io.redisjobs.UnfitJobException;
import io.redisjobs.listener.error.JobErrorHandler;
import io.redisjobs.protocol.CallProblem;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Fails and releases jobs; repeats until Redis has answered, because only the answer
 * tells what became of the job.
 */
final class FailureWriter {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final int MOST_REFUSALS = 3;

	private static final Duration REFUSED_PAUSE = Duration.ofMillis(200);

	private static final Settlement UNANSWERED = Settlement
		.leaseLost("Redis did not take it before the container stopped, so the queue's recovery deals with the job");

	private static final Settlement UNWRITABLE = Settlement
		.leaseLost("it cannot be written, so the queue's recovery deals with the job");

	private final OpenQueue queue;

	private final JobErrorHandler errorHandler;

	private final LeaseKeeper leases;

	private final JobMonitor monitor;

	private final Outage outage;

	private final RetryLog retryLog;

	private final JobRunContext contexts;

	private final CountDownLatch closed = new CountDownLatch(1);

	FailureWriter(OpenQueue queue, JobErrorHandler errorHandler, LeaseKeeper leases, JobMonitor monitor, Outage outage,
			RetryLog retryLog, JobRunContext contexts) {
		this.queue = queue;
		this.errorHandler = errorHandler;
		this.leases = leases;
		this.monitor = monitor;
		this.outage = outage;
		this.retryLog = retryLog;
		this.contexts = contexts;
	}

	/** Fails a job as the error handler says. */
	void fail(HeldJob job, Throwable error, Duration duration) {
		fail(job, error, duration, (rest) -> {
		});
	}

	/**
	 * Fails a job as the error handler says.
	 * @param beforeRest told for how long, before the job goes back to a queue that is to
	 * rest
	 */
	void fail(HeldJob job, Throwable error, Duration duration, Consumer<Duration> beforeRest) {
		try (JobRunContext.Scope scope = this.contexts.openBeside(job)) {
			failInContext(job, error, duration, beforeRest);
		}
	}

	private void failInContext(HeldJob job, Throwable error, Duration duration, Consumer<Duration> beforeRest) {
		if (job.leaseLost() || error instanceof JobHandedOverException) {
			this.leases.forget(job);
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
				log(job, error, action, settlement);
			}
			finally {
				this.monitor.failed(job, error, settlement, duration);
			}
		}
	}

	/** Releases a job whose run did not come to its end. */
	void releaseInterrupted(HeldJob job, String reason) {
		release(job, reason, FailureAction.releaseInterrupted());
	}

	/** Releases a job that was not started. */
	void releaseUnstarted(HeldJob job, String reason) {
		release(job, reason, FailureAction.releaseUnstarted());
	}

	private void release(HeldJob job, String reason, FailureAction action) {
		try (JobRunContext.Scope scope = this.contexts.openBeside(job)) {
			releaseInContext(job, reason, action);
		}
	}

	private void releaseInContext(HeldJob job, String reason, FailureAction action) {
		if (job.leaseLost()) {
			this.leases.forget(job);
			return;
		}
		Settlement settlement = write(job, new InterruptedException(reason), action);
		switch (settlement.outcome()) {
			case RELEASED, RETRYING ->
				logger.info(LogText.of(job) + reason + "; released, so that it is run later or elsewhere");
			case LEASE_LOST, GONE ->
				logger.warn(LogText.of(job) + reason + "; not released: " + whyNotWritten(settlement));
			default -> logger.error(LogText.of(job) + reason + "; not released, but "
					+ settlement.outcome().name().toLowerCase(Locale.ROOT) + " " + Printable.of(settlement.detail()));
		}
	}

	private static String whyNotWritten(Settlement settlement) {
		boolean unwritten = settlement.equals(UNANSWERED) || settlement.equals(UNWRITABLE);
		return unwritten ? settlement.detail()
				: "the job is not this container's any more (" + LogText.reason(settlement) + ")";
	}

	private FailureAction action(HeldJob job, Throwable error) {
		try {
			return Objects.requireNonNull(this.errorHandler.handle(job, error), "The error handler returned null");
		}
		catch (Throwable ex) {
			logger.warn(LogText.of(job) + "the error handler failed; the job is retried as its own options say", ex);
			return FailureAction.retry();
		}
	}

	private Settlement write(HeldJob job, Throwable error, FailureAction action) {
		job.beginWriting();
		boolean interrupted = false;
		try {
			for (int refusals = 0; refusals < MOST_REFUSALS;) {
				Duration pause;
				try {
					Settlement settlement = this.queue.queue().fail(new Failure(job.job(), error, action));
					this.outage.callSucceeded();
					return settlement;
				}
				catch (Throwable ex) {
					boolean mayPass = TransientErrors.isTransient(ex);
					refusals += mayPass ? 0 : 1;
					pause = mayPass ? this.outage.callFailed("fail or release a job", ex) : refused(job, refusals, ex);
					this.monitor.writeRepeated(job.queue());
				}
				try {
					if (this.closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
						return UNANSWERED;
					}
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
			return UNWRITABLE;
		}
		finally {
			this.leases.forget(job);
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	// what stays however often it is repeated must not keep the thread for ever
	private Duration refused(HeldJob job, int refusals, Throwable refusal) {
		if (CallProblem.isMisfit(refusal)) {
			this.outage.callFailed("fail or release a job", refusal);
		}
		if (refusals == MOST_REFUSALS) {
			logger.error(LogText.of(job) + "what became of it cannot be written, and repeating it does not help ("
					+ Printable.of(ErrorText.describe(refusal))
					+ "); its lease is not extended any more, so that the queue's recovery deals with it");
		}
		return REFUSED_PAUSE;
	}

	/** Repeats nothing any more. */
	void close() {
		this.closed.countDown();
	}

	private void log(HeldJob job, Throwable error, FailureAction action, Settlement settlement) {
		boolean unfit = error instanceof UnfitJobException;
		String attempt = LogText.of(job) + LogText.attempt(job) + " failed"
				+ (unfit ? ", because nothing here can run the job" : "");
		String reason = ": " + Printable.of(ErrorText.describe(error));
		switch (settlement.outcome()) {
			case RETRYING, HANDED_BACK -> {
				String line = attempt + "; " + next(settlement) + reason;
				(unfit ? this.retryLog.atWarn() : this.retryLog).write(logger, line, error);
			}
			case RELEASED -> logger.info(attempt + "; " + next(settlement) + reason);
			case LEASE_LOST, GONE -> {
				logger.warn(attempt + ", which was not written: " + whyNotWritten(settlement) + reason);
				this.monitor.leaseLost(job);
			}
			default -> logger.error(attempt + "; the job has failed for good"
					+ ((action instanceof FailureAction.HandBack back && back.most() > 0)
							? ", handed back for another worker " + back.times() + " before" : ""),
					error);
		}
	}

	private static String next(Settlement settlement) {
		if (settlement.outcome() == Settlement.Outcome.HANDED_BACK) {
			return settlement.detail() + ", until " + settlement.at();
		}
		return (settlement.at() != null) ? "next attempt at " + settlement.at() : "the job goes back to the queue";
	}

}
