package io.redisjobs.observation;

import java.util.Map;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.redisjobs.JobContext;
import io.redisjobs.listener.invoke.JobInterceptor;
import io.redisjobs.listener.invoke.JobInvoker;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.ReservedJob;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;

/** Observes the runs of handlers, as part of the trace that their job belongs to. */
public final class ObservedProcessing implements JobInterceptor, Ordered {

	private static final JobProcessObservationConvention DEFAULT = new DefaultJobProcessObservationConvention();

	private final ObservationRegistry registry;

	private final JobQueues queues;

	private final @Nullable JobProcessObservationConvention convention;

	/**
	 * Creates the interceptor.
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
	public @Nullable Object intercept(JobContext job, JobInvoker next) throws Exception {
		return intercept(job, null, next);
	}

	@Override
	public @Nullable Object intercept(JobContext job, @Nullable String handler, JobInvoker next) throws Exception {
		if (this.registry.isNoop()) {
			return next.invoke(job);
		}
		JobProcessObservationContext context = new JobProcessObservationContext(job, handler,
				this.queues.get(job.queue()).protocol().id(), trace(job));
		Observation observation = JobObservation.PROCESS
			.observation(this.convention, DEFAULT, () -> context, this.registry)
			.start();
		try (Observation.Scope scope = observation.openScope()) {
			Object result = next.invoke(job);
			context.succeed();
			return result;
		}
		catch (Throwable ex) {
			observation.error(ex);
			throw ex;
		}
		finally {
			observation.stop();
		}
	}

	private static Map<String, String> trace(JobContext job) {
		return job.as(ReservedJob.class)
			.flatMap(ReservedJob::traceContext)
			.map(TraceContextJson::read)
			.orElseGet(Map::of);
	}

	/** Before the user's own, so that what they do is part of the run. */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE + 100;
	}

}
