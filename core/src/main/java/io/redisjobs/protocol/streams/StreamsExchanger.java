package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Batches;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.UnansweredCalls;

/**
 * Completes jobs and takes others in one call, or a few where there are many completions.
 */
final class StreamsExchanger {

	private static final int MAX_JOBS = 500;

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private final EntryReader entries;

	private final EntrySizes sizes;

	private final UnansweredCalls<Settlement> unanswered;

	private final Deliveries deliveries;

	private final FoundJobs<StreamsJob> found;

	private final StreamsResults results;

	private final Batches<Completion> batches;

	StreamsExchanger(StreamsBinding binding, StreamsScripts scripts, EntryReader entries, EntrySizes sizes,
			UnansweredCalls<Settlement> unanswered, Deliveries deliveries, FoundJobs<StreamsJob> found) {
		this.binding = binding;
		this.scripts = scripts;
		this.entries = entries;
		this.sizes = sizes;
		this.unanswered = unanswered;
		this.deliveries = deliveries;
		this.found = found;
		this.results = new StreamsResults(binding);
		this.batches = Batches.of(MAX_JOBS, this.results::bytes);
	}

	/** Completes jobs. */
	List<Settlement> complete(List<Completion> completions) {
		return completions.isEmpty() ? List.of() : exchange(completions, 0, true).settlements();
	}

	/** Takes jobs, creating the group where it is missing. */
	List<StreamsJob> take(int max) {
		return jobs(call(List.of(), max, false));
	}

	/** The jobs that a call has taken. */
	List<StreamsJob> jobs(ExchangeReply reply) {
		return this.entries.jobs(reply.taken(), reply.start());
	}

	/**
	 * Completes jobs and takes others with the last call.
	 * @param max the most to take, 0 for none
	 * @param dueOnly whether to take only those that are due again
	 */
	Exchanged exchange(List<Completion> completions, int max, boolean dueOnly) {
		List<ExchangeReply> taken = new ArrayList<>(1);
		List<Settlement> settlements = this.unanswered.settle(completions, (completion) -> completion.job().token(),
				(open) -> complete(open, max, dueOnly, taken));
		return new Exchanged(settlements, () -> taken.isEmpty() ? call(List.of(), max, dueOnly) : taken.get(0));
	}

	/** Completes some of the first jobs, and takes others if these are all. */
	private List<Settlement> complete(List<Completion> open, int max, boolean dueOnly, List<ExchangeReply> taken) {
		List<Completion> batch = this.batches.first(this.results.withTarget(open));
		boolean takes = batch.size() == open.size() && max > 0;
		if (batch.isEmpty() && !takes) {
			return open.isEmpty() ? List.of() : List.of(refused(open.get(0)));
		}
		ExchangeReply reply = call(batch, takes ? max : 0, dueOnly);
		if (takes) {
			taken.add(reply);
		}
		return reply.settlements();
	}

	private static Settlement refused(Completion completion) {
		return Settlement.refused("The router names no other queue: " + Bytes.text(completion.result()));
	}

	private ExchangeReply call(List<Completion> batch, int max, boolean dueOnly) {
		CompletedEntries completed = this.results.of(batch);
		List<StreamsJob> jobs = completed.jobs();
		Instant start = this.binding.clock().instant();
		OnceCall call = this.scripts.exchange(completed, max, dueOnly, this.sizes.expected());
		return this.deliveries.read(() -> {
			ExchangeReply reply = ExchangeReply.of(
					this.unanswered.send(call, (late) -> readLate(jobs, ExchangeReply.of(late, jobs.size(), start))),
					jobs.size(), start);
			know(jobs, reply);
			return reply;
		});
	}

	private void readLate(List<StreamsJob> completed, ExchangeReply reply) {
		know(completed, reply);
		for (int i = 0; i < completed.size(); i++) {
			this.unanswered.note(completed.get(i).token(), reply.settlements().get(i));
		}
		this.found.keep(jobs(reply));
	}

	private void know(List<StreamsJob> completed, ExchangeReply reply) {
		for (int i = 0; i < completed.size(); i++) {
			if (reply.settlements().get(i).outcome() == Settlement.Outcome.COMPLETED) {
				this.deliveries.ended(completed.get(i));
			}
		}
		this.deliveries.know(reply.taken());
	}

	/**
	 * The end of an exchange.
	 *
	 * @param settlements what became of the completions
	 * @param taken the reply of the call that took jobs, which may be still to be made
	 */
	record Exchanged(List<Settlement> settlements, Supplier<ExchangeReply> taken) {

	}

}
