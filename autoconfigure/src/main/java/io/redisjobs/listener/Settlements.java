package io.redisjobs.listener;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Writes what became of runs. */
final class Settlements {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private final OpenQueue queue;

	private final FailureSettler failures;

	private final LeaseKeeper leases;

	private final JobMonitor monitor;

	private final Clock clock;

	Settlements(OpenQueue queue, FailureSettler failures, LeaseKeeper leases, JobMonitor monitor, Clock clock) {
		this.queue = queue;
		this.failures = failures;
		this.leases = leases;
		this.monitor = monitor;
		this.clock = clock;
	}

	FailureSettler failures() {
		return this.failures;
	}

	/** Completes a batch and takes jobs in the same call. */
	Exchange write(List<JobRun> batch, int max) {
		List<Completion> completions = new ArrayList<>(batch.size());
		for (JobRun run : batch) {
			run.job().settling(true);
			completions.add(run.completed());
		}
		Exchange answer = (max > 0) ? this.queue.queue().exchange(completions, max)
				: new Exchange(this.queue.queue().complete(completions), Reservation.empty());
		for (int i = 0; i < batch.size(); i++) {
			settled(batch.get(i), answer.settlements().get(i));
		}
		return answer;
	}

	/** Of a batch that Redis may not have taken, what is worth another call. */
	List<JobRun> toRepeat(List<JobRun> batch) {
		List<JobRun> again = new ArrayList<>();
		for (JobRun run : batch) {
			run.job().settling(false);
			if (run.job().leaseLost() || run.job().expired(this.clock)) {
				this.leases.release(run.job());
				logger.warn("Could not write the result of " + run.job()
						+ " while its lease lived; the job will be run again");
				this.monitor.leaseLost(run.job());
			}
			else {
				this.monitor.settlementRepeated(this.queue.name());
				again.add(run);
			}
		}
		return again;
	}

	private void settled(JobRun run, Settlement settlement) {
		switch (settlement.outcome()) {
			case COMPLETED -> {
				this.leases.release(run.job());
				this.monitor.completed(run.job(), run.result(), run.duration());
			}
			case BLOCKED -> this.failures.settle(run.job(),
					new IllegalStateException("The job cannot be completed yet: " + settlement.detail()),
					run.duration());
			case REFUSED -> this.failures.settle(run.job(),
					new UnrecoverableJobException("The job cannot be completed: " + settlement.detail()),
					run.duration());
			default -> {
				this.leases.release(run.job());
				logger.warn("The result of " + run.job() + " was not written: the job is not ours any more ("
						+ settlement.outcome() + " " + settlement.detail() + ")");
				this.monitor.leaseLost(run.job());
			}
		}
	}

	/**
	 * Gives up the jobs of handlers that ignore interruption, so that others can run
	 * them.
	 */
	void abandon(List<HeldJob> jobs) {
		for (HeldJob job : jobs) {
			this.failures.handBack(job, new InterruptedException("its handler did not stop when interrupted"));
			job.lose();
		}
	}

}
