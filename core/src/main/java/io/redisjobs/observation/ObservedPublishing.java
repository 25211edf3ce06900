package io.redisjobs.observation;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.publish.PublishInterceptor;
import org.jspecify.annotations.Nullable;

/**
 * Observes publishing, and sends the trace along with the jobs where their contract has
 * room for it.
 */
public final class ObservedPublishing implements PublishInterceptor {

	private final JobPublishObservationConvention usual = new DefaultJobPublishObservationConvention();

	private final ObservationRegistry registry;

	private final @Nullable JobPublishObservationConvention convention;

	/**
	 * Creates the interceptor.
	 * @param registry where observations go
	 * @param convention a convention other than the default
	 */
	public ObservedPublishing(ObservationRegistry registry, @Nullable JobPublishObservationConvention convention) {
		this.registry = registry;
		this.convention = convention;
	}

	@Override
	public List<PublishResult> publish(OpenQueue queue, List<NewJob> jobs,
			Function<List<NewJob>, List<PublishResult>> next) {
		if (this.registry.isNoop()) {
			return next.apply(jobs);
		}
		JobPublishObservationContext context = new JobPublishObservationContext(queue, jobs);
		Observation observation = JobObservation.PUBLISH.observation(this.convention, this.usual, () -> context,
				this.registry);
		return observation.observe(() -> {
			try {
				sendTrace(queue, jobs, context.getCarrier());
				List<PublishResult> results = next.apply(jobs);
				context.results(results);
				return results;
			}
			finally {
				context.end();
			}
		});
	}

	private static void sendTrace(OpenQueue queue, List<NewJob> jobs, @Nullable Map<String, String> headers) {
		if (headers == null || headers.isEmpty() || !queue.can(Capability.TRACE_CONTEXT)) {
			return;
		}
		String trace = TraceContextJson.write(headers);
		for (NewJob job : jobs) {
			if (job.options().traceContext() == null) {
				job.options().traceContext(trace);
			}
		}
	}

}
