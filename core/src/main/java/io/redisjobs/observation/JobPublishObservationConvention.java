package io.redisjobs.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and key values of observations of publishing jobs; a bean replaces the default.
 */
public interface JobPublishObservationConvention extends ObservationConvention<JobPublishObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof JobPublishObservationContext;
	}

}
