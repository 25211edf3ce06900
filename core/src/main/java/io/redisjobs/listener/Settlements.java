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

/** Writes what became of runs. */
final class Settlements {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final int MOST_REFUSALS = 3;

	private final OpenQueue queue;

	private final FailureSettler failures;

	private final LeaseKeeper leases;

	private final JobMonitor monitor;

	Settlements(OpenQueue queue, FailureSettler failures, LeaseKeeper leases, JobMonitor monitor) {
		this.queue = queue;
		this.failures = failures;
		this.leases = leases;
		this.monitor = monitor;
	}

	FailureSettler failures() {
		return this.failures;
	}

	/**
	 * Completes a batch and takes jobs in the same call. What became of the batch is not
	 * told yet: the jobs taken come first.
	 */
	Exchange write(List<JobRun> batch, Room room) {
		List<Completion> completions = new ArrayList<>(batch.size());
		for (JobRun run : batch) {
			run.job().settle();
			completions.add(run.completed());
		}
		Exchange answer = (room.jobs() > 0) ? this.queue.queue().exchange(completions, room.jobs(), room.slots())
				: new Exchange(this.queue.queue().complete(completions), Reservation.empty());
		for (int i = 0; i < batch.size(); i++) {
			if (isOver(answer.settlements().get(i))) {
				this.leases.release(batch.get(i).job());
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
			Settlement settlement = writeAlone(run);
			if (settlement == null || BlockedRuns.isToBeTriedAgain(run, settlement)) {
				again.add(run);
			}
			else {
				tell(run, settlement);
			}
		}
		return again;
	}

	// nothing if it may be written later
	private @Nullable Settlement writeAlone(JobRun run) {
		Throwable refusal = null;
		for (int attempt = 0; attempt < MOST_REFUSALS; attempt++) {
			try {
				return write(List.of(run), Room.NONE).settlements().get(0);
			}
			catch (RuntimeException | Error ex) {
				refusal = ex;
			}
		}
		return Trouble.passes(refusal) ? null
				: Settlement.refused("its result cannot be written: " + ErrorText.describe(refusal));
	}

	/**
	 * Tells what became of a batch, and fails what cannot be completed.
	 * @param settlements the answers; empty if there are none
	 */
	void tell(List<JobRun> batch, List<Settlement> settlements) {
		for (int i = 0; i < settlements.size(); i++) {
			tell(batch.get(i), settlements.get(i));
		}
	}

	// an error over one run must keep nobody from hearing of the others
	private void tell(JobRun run, Settlement settlement) {
		try {
			tellOrFail(run, settlement);
		}
		catch (RuntimeException | Error ex) {
			this.leases.release(run.job());
			logger.error("What became of " + run.job() + " could not be told: " + Printable.of(ErrorText.describe(ex)));
		}
	}

	private void tellOrFail(JobRun run, Settlement settlement) {
		switch (settlement.outcome()) {
			case COMPLETED -> this.monitor.completed(run.job(), run.result(), run.duration());
			case BLOCKED -> this.failures.settle(run.job(),
					new IllegalStateException("The job cannot be completed yet: " + settlement.detail()),
					run.duration());
			case REFUSED -> this.failures.settle(run.job(),
					new UnrecoverableJobException("The job cannot be completed: " + settlement.detail()),
					run.duration());
			default -> {
				logger.warn("The result of " + run.job() + " was not written: the job is not ours any more ("
						+ settlement.outcome() + " " + Printable.of(settlement.detail()) + ")");
				this.monitor.leaseLost(run.job());
			}
		}
	}

	/** Notes that a batch has to be written again. */
	void repeated(List<JobRun> batch) {
		batch.forEach((run) -> this.monitor.settlementRepeated(this.queue.name()));
	}

	/**
	 * Leaves a job alone that was not started, because it was lost or is to be halted.
	 */
	void leave(HeldJob job) {
		if (job.leaseLost()) {
			this.leases.release(job);
		}
		else if (job.expired()) {
			this.leases.release(job);
			job.lose();
			logger.warn("Did not start " + job + ": its lease ended before, and could not be renewed");
			this.monitor.leaseLost(job);
		}
		else {
			this.failures.handBackUnstarted(job, "the container stops");
		}
	}

	/**
	 * Gives up the jobs of handlers that ignore interruption, so that others can run
	 * them.
	 */
	void abandon(List<HeldJob> jobs) {
		for (HeldJob job : jobs) {
			if (job.settling()) {
				continue;
			}
			this.failures.handBack(job, new InterruptedException("its handler did not stop when interrupted"));
			job.lose();
		}
	}

}
