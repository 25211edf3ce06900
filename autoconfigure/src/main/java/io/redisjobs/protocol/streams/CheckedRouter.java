package io.redisjobs.protocol.streams;

import java.util.Collection;
import java.util.Set;
import java.util.function.ToLongFunction;

import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.protocol.Printable;

/**
 * Refuses ways of a rule that no request may take: to results and failures, or round and
 * round.
 */
public final class CheckedRouter implements JobRouter {

	/** More than a job needs that is delivered again and again on its way. */
	private static final int MOST_PASSES = 30;

	private final JobRouter rule;

	private final Set<String> outcomes;

	private final Set<String> workStreams;

	private final ToLongFunction<String> passes;

	/**
	 * Creates the check.
	 * @param rule the rule
	 * @param outcomes the queues of results and failures
	 * @param workStreams queues from which no job is routed on
	 * @param passes counts how often a job id has passed here
	 */
	public CheckedRouter(JobRouter rule, Collection<String> outcomes, Collection<String> workStreams,
			ToLongFunction<String> passes) {
		this.rule = rule;
		this.outcomes = Set.copyOf(outcomes);
		this.workStreams = Set.copyOf(workStreams);
		this.passes = passes;
	}

	@Override
	public String route(JobEnvelope envelope) {
		String queue = this.rule.route(envelope);
		if (queue == null || this.workStreams.contains(queue)) {
			return queue;
		}
		if (this.outcomes.contains(queue)) {
			throw new UnrecoverableJobException("A request of type '" + Printable.of(envelope.type())
					+ "' cannot go to '" + queue + "', which takes results or failures");
		}
		// the queue may be a router's, here or elsewhere
		long passed = this.passes.applyAsLong(envelope.jobId());
		if (passed > MOST_PASSES) {
			throw new UnrecoverableJobException("It was routed to '" + queue + "' and came back " + MOST_PASSES
					+ " times: routers send it in a circle");
		}
		return queue;
	}

}
