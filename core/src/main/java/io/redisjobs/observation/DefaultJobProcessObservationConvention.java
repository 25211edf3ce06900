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
		KeyValues values = KeyValues.of(Key.QUEUE.withValue(context.job().queue()),
				Key.PROTOCOL.withValue(context.protocol()), Key.JOB.withValue(name(context)));
		// what still runs has no outcome, and a value of no meaning would be a tag of the
		// active ones
		return context.ended() ? values.and(Key.OUTCOME.withValue(context.succeeded() ? "success" : "error")) : values;
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(JobProcessObservationContext context) {
		return KeyValues.of(ProcessDetail.NAME.withValue(context.job().name()),
				ProcessDetail.ID.withValue(context.job().id()),
				ProcessDetail.ATTEMPT.withValue(String.valueOf(context.job().attempt())));
	}

	// anybody can write any name to Redis, and every value of this key is another meter
	private static String name(JobProcessObservationContext context) {
		if (context.job().name().isEmpty()) {
			return "none";
		}
		return (context.handler() != null) ? context.handler() : "other";
	}

}
