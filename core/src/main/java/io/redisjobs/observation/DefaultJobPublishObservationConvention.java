package io.redisjobs.observation;

import java.util.List;

import io.micrometer.common.KeyValues;
import io.redisjobs.observation.JobObservation.Key;
import io.redisjobs.observation.JobObservation.PublishDetail;
import io.redisjobs.protocol.PublishResult;

/** The usual names and key values of publishing. */
public class DefaultJobPublishObservationConvention implements JobPublishObservationConvention {

	private static final int NAMES = 100;

	private final FirstNames names = new FirstNames(NAMES);

	@Override
	public String getName() {
		return "redis.jobs.publish";
	}

	@Override
	public String getContextualName(JobPublishObservationContext context) {
		return context.queue().name() + " publish";
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(JobPublishObservationContext context) {
		KeyValues values = KeyValues.of(Key.QUEUE.withValue(context.queue().name()),
				Key.PROTOCOL.withValue(context.queue().protocol().id()), Key.JOB.withValue(name(context)));
		return context.ended() ? values.and(Key.OUTCOME.withValue(outcome(context))) : values;
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(JobPublishObservationContext context) {
		KeyValues values = KeyValues.of(PublishDetail.COUNT.withValue(String.valueOf(context.jobs().size())));
		return (context.results().size() == 1) ? values.and(PublishDetail.ID.withValue(context.results().get(0).id()))
				: values;
	}

	private String name(JobPublishObservationContext context) {
		List<String> names = context.jobs()
			.stream()
			.map((job) -> (job.options().name() != null) ? job.options().name() : "none")
			.distinct()
			.limit(2)
			.toList();
		return (names.size() == 1) ? this.names.of(names.get(0)) : "mixed";
	}

	private static String outcome(JobPublishObservationContext context) {
		List<String> outcomes = context.results()
			.stream()
			.map((result) -> word(result.outcome()))
			.distinct()
			.limit(2)
			.toList();
		if (outcomes.isEmpty()) {
			return "error";
		}
		return (outcomes.size() == 1) ? outcomes.get(0) : "mixed";
	}

	private static String word(PublishResult.Outcome outcome) {
		return switch (outcome) {
			case ADDED -> "added";
			case DUPLICATE, DEDUPLICATED -> "existing";
			case REFUSED, LEASE_LOST -> "refused";
		};
	}

}
