package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.redisjobs.UnfitJobException;
import org.jspecify.annotations.Nullable;

/** Runs a job, and ends it there and then unless it has a result to write. */
final class JobProcessor {

	private final JobRunner runner;

	private final ResultWriter results;

	private final LeaseKeeper leases;

	private final Outage outage;

	private final BooleanSupplier interrupting;

	private final Consumer<Duration> beforeRest;

	/**
	 * Creates the processor.
	 * @param runner runs handlers
	 * @param results ends jobs
	 * @param leases extends leases
	 * @param outage told of failed calls
	 * @param interrupting whether handlers are interrupted because the container stops
	 * @param beforeRest told for how long, before a job goes back to a queue that is to
	 * rest
	 */
	JobProcessor(JobRunner runner, ResultWriter results, LeaseKeeper leases, Outage outage,
			BooleanSupplier interrupting, Consumer<Duration> beforeRest) {
		this.runner = runner;
		this.results = results;
		this.leases = leases;
		this.outage = outage;
		this.interrupting = interrupting;
		this.beforeRest = beforeRest;
	}

	/**
	 * Runs a job.
	 * @return the run whose result is to be written, or {@code null} if nothing is left
	 * to do
	 */
	@Nullable JobRun process(HeldJob job) {
		JobRun run = isOurs(job) ? this.runner.run(job, this::fail) : null;
		if (run == null) {
			this.results.endUnstarted(job);
			return null;
		}
		if (run.error() != null) {
			return null;
		}
		if (job.leaseLost()) {
			this.leases.forget(job);
			return null;
		}
		return run;
	}

	// after a long pause of this process the job may be running elsewhere
	private boolean isOurs(HeldJob job) {
		if (!job.leaseEnded()) {
			return !job.leaseLost();
		}
		try {
			return job.extend();
		}
		catch (Throwable ex) {
			this.outage.callFailed("extend the lease of a job before its start", ex);
			return false;
		}
	}

	private void fail(JobRun run) {
		HeldJob job = run.job();
		// a job that was not run at all has not been interrupted
		if (this.interrupting.getAsBoolean() && !job.leaseLost() && !(run.error() instanceof UnfitJobException)) {
			this.results.failures().releaseInterrupted(job, "its handler was interrupted, because the container stops");
		}
		else {
			this.results.failures().fail(job, run.cause(), run.duration(), this.beforeRest);
		}
	}

}
