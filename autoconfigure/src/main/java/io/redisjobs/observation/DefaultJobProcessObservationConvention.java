package io.redisjobs.observation;

import io.micrometer.common.KeyValues;
import io.redisjobs.observation.JobObservation.Key;
import io.redisjobs.observation.JobObservation.ProcessDetail;

/** The usual names and key values of running. */
public class DefaultJobProcessObservationConvention implements JobProcessObservationConvention {

	@Override
	public String getName() {
		return "redis.jobs.process";
	}

	@Override
	public String getContextualName(JobProcessObservationContext context) {
		return context.job().queue() + " process";
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(JobProcessObservationContext context) {
		String name = context.job().name();
		return KeyValues.of(Key.QUEUE.withValue(context.job().queue()), Key.PROTOCOL.withValue(context.protocol()),
				Key.JOB.withValue(name.isEmpty() ? "none" : name),
				Key.OUTCOME.withValue(context.succeeded() ? "success" : "error"));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(JobProcessObservationContext context) {
		return KeyValues.of(ProcessDetail.ID.withValue(context.job().id()),
				ProcessDetail.ATTEMPT.withValue(String.valueOf(context.job().attempt())));
	}

}
