package io.redisjobs.listener;

import java.util.ArrayList;
import java.util.List;

import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Writes the results of runs; what cannot be completed it fails. */
final class ResultWriter {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final int MOST_REFUSALS = 3;

	private final OpenQueue queue;

	private final FailureWriter failures;

	private final LeaseKeeper leases;

	private final JobMonitor monitor;

	ResultWriter(OpenQueue queue, FailureWriter failures, LeaseKeeper leases, JobMonitor monitor) {
		this.queue = queue;
		this.failures = failures;
		this.leases = leases;
		this.monitor = monitor;
	}

	FailureWriter failures() {
		return this.failures;
	}

	/**
	 * Completes a batch and takes jobs in the same call. What became of the batch is not
	 * reported yet: the jobs taken come first.
	 */
	Exchange write(List<JobRun> batch, Demand demand) {
		List<Completion> completions = new ArrayList<>(batch.size());
		for (JobRun run : batch) {
			run.job().beginWriting();
			completions.add(run.completed());
		}
		Exchange answer = (demand.jobs() > 0) ? this.queue.queue().exchange(completions, demand.jobs(), demand.slots())
				: new Exchange(this.queue.queue().complete(completions), Reservation.empty());
		for (int i = 0; i < batch.size(); i++) {
			if (isOver(answer.settlements().get(i))) {
				this.leases.forget(batch.get(i).job());
			}
		}
		return answer;
	}

	private static boolean isOver(Settlement settlement) {
		return settlement.outcome() != Settlement.Outcome.BLOCKED && settlement.outcome() != Settlement.Outcome.REFUSED;
	}

	/**
	 * Completes the runs of a batch one by one, after a call for all of them was refused:
	 * one that cannot be written must not hold up the others.
	 * @return what is worth another call
	 */
	List<JobRun> writeEach(List<JobRun> batch) {
		List<JobRun> again = new ArrayList<>();
		for (JobRun run : batch) {
			Settlement settlement = writeOne(run);
			if (settlement == null || BlockedRuns.mayTryAgain(run, settlement)) {
				again.add(run);
			}
			else {
				report(run, settlement);
			}
		}
		return again;
	}

	// nothing if it may be written later
	private @Nullable Settlement writeOne(JobRun run) {
		Throwable refusal = null;
		for (int attempt = 0; attempt < MOST_REFUSALS; attempt++) {
			try {
				return write(List.of(run), Demand.NONE).settlements().get(0);
			}
			catch (Throwable ex) {
				refusal = ex;
			}
		}
		return TransientErrors.isTransient(refusal) ? null
				: Settlement.refused("its result cannot be written: " + ErrorText.describe(refusal));
	}

	/**
	 * Reports to monitors what became of a batch, and fails what cannot be completed.
	 * @param settlements the answers; empty if there are none
	 */
	void report(List<JobRun> batch, List<Settlement> settlements) {
		for (int i = 0; i < settlements.size(); i++) {
			report(batch.get(i), settlements.get(i));
		}
	}

	// an error over one run must keep nobody from hearing of the others
	private void report(JobRun run, Settlement settlement) {
		try {
			reportOrFail(run, settlement);
		}
		catch (Throwable ex) {
			this.leases.forget(run.job());
			logger.error(LogText.of(run.job()) + "reporting what became of it failed ("
					+ Printable.of(ErrorText.describe(ex)) + "); other jobs are not affected");
		}
	}

	private void reportOrFail(JobRun run, Settlement settlement) {
		switch (settlement.outcome()) {
			case COMPLETED -> this.monitor.completed(run.job(), run.result(), run.duration());
			case BLOCKED -> this.failures.fail(run.job(),
					new IllegalStateException("The job cannot be completed yet: " + settlement.detail()),
					run.duration());
			case REFUSED -> this.failures.fail(run.job(),
					new UnrecoverableJobException("The job cannot be completed: " + settlement.detail()),
					run.duration());
			default -> {
				logger.warn(
						LogText.of(run.job()) + "its result was not written: the job is not this container's any more ("
								+ LogText.reason(settlement) + ")");
				this.monitor.leaseLost(run.job());
			}
		}
	}

	/** Reports to monitors that a batch has to be written again. */
	void repeating(List<JobRun> batch) {
		batch.forEach((run) -> this.monitor.writeRepeated(this.queue.name()));
	}

	/**
	 * Ends a job that was not started, because it was lost or because the container
	 * stops.
	 */
	void endUnstarted(HeldJob job) {
		if (job.leaseLost()) {
			this.leases.forget(job);
		}
		else if (job.leaseEnded()) {
			this.leases.forget(job);
			job.markLost();
			logger.warn(LogText.of(job) + "not started, because its lease ended before and could not be extended");
			this.monitor.leaseLost(job);
		}
		else {
			this.failures.releaseUnstarted(job, "the container stops");
		}
	}

	/**
	 * Releases the jobs of handlers that ignore interruption, so that others can run
	 * them.
	 */
	void releaseStuck(List<HeldJob> jobs) {
		for (HeldJob job : jobs) {
			if (job.isBeingWritten()) {
				continue;
			}
			this.failures.releaseInterrupted(job, "its handler did not stop when it was interrupted");
			job.markLost();
		}
	}

}
