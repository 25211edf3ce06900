package io.redisjobs.observation;

import java.util.Map;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;

/**
 * Describes the timers that come of observations, which come without a description; those
 * that a convention names otherwise are the convention's to describe.
 */
public final class ObservationDescriptions implements MeterFilter {

	private static final Map<String, String> DESCRIPTIONS = Map.of("redis.jobs.publish",
			"Calls that publish, however many jobs they take", "redis.jobs.publish.active",
			"Calls that publish and have not ended", "redis.jobs.process",
			"Runs of handlers, and writing those that failed", "redis.jobs.process.active",
			"Runs of handlers that have not ended");

	@Override
	public Meter.Id map(Meter.Id id) {
		String description = DESCRIPTIONS.get(id.getName());
		return (description == null || id.getDescription() != null) ? id : new Meter.Id(id.getName(),
				Tags.of(id.getTagsAsIterable()), id.getBaseUnit(), description, id.getType());
	}

}
