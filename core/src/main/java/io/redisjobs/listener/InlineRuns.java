package io.redisjobs.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.JobContext;
import io.redisjobs.listener.invoke.JobHandlers;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs on the calling thread, one after the other, through the same parts that a
 * loop uses.
 */
final class InlineRuns {

	private static final int UPKEEP_JOBS = 1000;

	private final OpenQueue queue;

	private final JobContainer.Environment environment;

	private final Recorder recorder = new Recorder();

	private final LeaseKeeper leases;

	private final ResultWriter results;

	private final JobRunner runner;

	InlineRuns(OpenQueue queue, JobHandlers handlers, ContainerSettings settings,
			JobContainer.Environment environment) {
		this.queue = queue;
		this.environment = environment;
		JobMonitor monitor = new CompositeJobMonitor(List.of(environment.monitor(), this.recorder));
		Outage outage = new Outage(queue.name());
		this.leases = new LeaseKeeper(queue, monitor, outage, settings.lease(), environment.clock(),
				environment.shared().timer());
		FailureWriter failures = new FailureWriter(queue, environment.errorHandler(), this.leases, monitor, outage,
				settings.retryLog(), environment.contexts());
		this.results = new ResultWriter(queue, failures, this.leases, monitor);
		this.runner = new JobRunner(handlers, environment.converter(), monitor, environment.contexts());
	}

	List<InlineRun> run(int limit) {
		JobServices services = new JobServices(this.queue, this.environment.converter(), this.environment.jobs(),
				this.leases, this.environment.clock());
		this.leases.start();
		try {
			this.queue.queue().maintain(UPKEEP_JOBS);
			List<InlineRun> runs = new ArrayList<>();
			while (runs.size() < limit) {
				List<? extends ReservedJob> taken = this.queue.queue().reserve(1, Duration.ZERO).jobs();
				if (taken.isEmpty()) {
					break;
				}
				runs.add(run(new HeldJob(taken.get(0), services)));
			}
			return runs;
		}
		finally {
			this.leases.stop();
		}
	}

	private InlineRun run(HeldJob job) {
		this.leases.track(job);
		this.recorder.settlement = null;
		JobRun run = this.runner.run(job,
				(failed) -> this.results.failures().fail(job, failed.cause(), failed.duration()));
		if (run == null) {
			this.results.endUnstarted(job);
			return new InlineRun(job, null, null, this.recorder.settlement);
		}
		if (run.error() == null && job.leaseLost()) {
			this.leases.forget(job);
		}
		else if (run.error() == null) {
			this.results.report(List.of(run), this.results.write(List.of(run), Demand.NONE).settlements());
		}
		return new InlineRun(job, run.result(), run.error(), this.recorder.settlement);
	}

	/** Remembers what became of the job. */
	private static final class Recorder implements JobMonitor {

		private volatile @Nullable Settlement settlement;

		@Override
		public void completed(JobContext job, @Nullable Object result, Duration duration) {
			this.settlement = Settlement.completed();
		}

		@Override
		public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
			this.settlement = settlement;
		}

		@Override
		public void leaseLost(JobContext job) {
			this.settlement = Settlement.leaseLost("");
		}

	}

}
