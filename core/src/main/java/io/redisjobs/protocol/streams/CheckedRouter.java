package io.redisjobs.protocol.streams;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
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

	/** A power of two. */
	private static final int REMEMBERED = 1 << 14;

	private final JobRouter rule;

	private final Set<String> outcomes;

	private final ToLongFunction<String> passes;

	/**
	 * Hashes of jobs that passed here, each at a place of its own until another comes.
	 */
	private final AtomicIntegerArray recent = new AtomicIntegerArray(REMEMBERED);

	/**
	 * Creates the check.
	 * @param rule the rule
	 * @param outcomes the queues of results and failures
	 * @param passes counts how often a job has passed here; asked only about jobs that
	 * seem to come again
	 */
	public CheckedRouter(JobRouter rule, Collection<String> outcomes, ToLongFunction<String> passes) {
		this.rule = rule;
		this.outcomes = Set.copyOf(outcomes);
		this.passes = passes;
	}

	@Override
	public String route(JobEnvelope envelope) {
		String queue = this.rule.route(envelope);
		if (queue == null) {
			return queue;
		}
		if (this.outcomes.contains(queue)) {
			throw new UnrecoverableJobException("A request of type '" + Printable.of(envelope.type())
					+ "' cannot go to '" + queue + "', which takes results or failures");
		}
		// who publishes an id again writes another time
		String job = envelope.jobId() + "@" + envelope.timestamp();
		if (comesAgain(job.hashCode()) && this.passes.applyAsLong(job) > MOST_PASSES) {
			throw new UnrecoverableJobException("It was routed to '" + queue + "' and came back " + MOST_PASSES
					+ " times: routers send it in a circle");
		}
		return queue;
	}

	// any queue may be a router's, here or elsewhere, and asking Redis about every job is
	// dear
	private boolean comesAgain(int hash) {
		return this.recent.getAndSet((hash ^ (hash >>> 16)) & (REMEMBERED - 1), hash) == hash;
	}

}
