package io.redisjobs.observation;

import java.util.Map;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.redisjobs.JobContext;
import io.redisjobs.listener.JobRunContext;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.ReservedJob;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;

/**
 * Observes the runs of jobs, as part of the trace that their job belongs to. Writing and
 * logging that one failed is part of it.
 */
public final class ObservedProcessing implements JobRunContext, Ordered {

	private static final JobProcessObservationConvention DEFAULT = new DefaultJobProcessObservationConvention();

	private final ObservationRegistry registry;

	private final JobQueues queues;

	private final @Nullable JobProcessObservationConvention convention;

	/**
	 * Creates the observing context.
	 * @param registry where observations go
	 * @param queues know the contracts
	 * @param convention a convention other than the default
	 */
	public ObservedProcessing(ObservationRegistry registry, JobQueues queues,
			@Nullable JobProcessObservationConvention convention) {
		this.registry = registry;
		this.queues = queues;
		this.convention = convention;
	}

	@Override
	public Scope open(JobContext job, @Nullable String handler) {
		if (this.registry.isNoop()) {
			return Scope.NONE;
		}
		JobProcessObservationContext context = new JobProcessObservationContext(job, handler,
				this.queues.get(job.queue()).protocol().id(), trace(job));
		Observation observation = JobObservation.PROCESS
			.observation(this.convention, DEFAULT, () -> context, this.registry)
			.start();
		return new ObservedRun(context, observation, observation.openScope());
	}

	private static Map<String, String> trace(JobContext job) {
		return job.as(ReservedJob.class)
			.flatMap(ReservedJob::traceContext)
			.map(TraceContextJson::read)
			.orElseGet(Map::of);
	}

	/** Before the application's own, so that what they do is part of the run. */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE + 100;
	}

	/** A run that is observed. */
	private record ObservedRun(JobProcessObservationContext context, Observation observation,
			Observation.Scope scope) implements Scope {

		@Override
		public void succeeded() {
			this.context.end(true);
		}

		@Override
		public void failed(Throwable error) {
			this.context.end(false);
			this.observation.error(error);
		}

		@Override
		public void close() {
			try {
				this.scope.close();
			}
			finally {
				this.observation.stop();
			}
		}

	}

}
