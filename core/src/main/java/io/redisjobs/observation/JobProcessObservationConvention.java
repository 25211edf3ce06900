package io.redisjobs.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** Names and key values of observations of running jobs; a bean replaces the default. */
public interface JobProcessObservationConvention extends ObservationConvention<JobProcessObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof JobProcessObservationContext;
	}

}
