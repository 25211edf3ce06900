package io.redisjobs.protocol.bullmq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

import io.redisjobs.JobRetention;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Batches;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Completes jobs and takes the next ones in the same call. */
final class BullmqCompletions {

	private static final byte[] NO_RESULT = { 'n', 'u', 'l', 'l' };

	private final String queue;

	private final BullmqScripts scripts;

	private final BullmqSettings settings;

	private final BullmqTaker taker;

	private final UnansweredCalls<Settlement> unanswered;

	private final BullmqSchedules schedules;

	private final Batches<Completion> batches = Batches.of(100, (completion) -> completion.result().length);

	BullmqCompletions(String queue, BullmqScripts scripts, BullmqSettings settings, BullmqTaker taker,
			UnansweredCalls<Settlement> unanswered, BullmqSchedules schedules) {
		this.queue = queue;
		this.scripts = scripts;
		this.settings = settings;
		this.taker = taker;
		this.unanswered = unanswered;
		this.schedules = schedules;
	}

	/** Completes jobs, and takes others with the last of them. */
	BullmqTaker.Turn complete(List<Completion> completions, int max, int slots) {
		List<@Nullable Settlement> refused = new ArrayList<>(completions.size());
		List<Completion> writable = new ArrayList<>(completions.size());
		for (Completion completion : completions) {
			String problem = problem(completion.result());
			refused.add((problem != null) ? Settlement.refused(problem) : null);
			if (problem == null) {
				writable.add(completion);
			}
		}
		BullmqTaken[] taken = { BullmqTaken.NOTHING };
		List<Settlement> written = this.unanswered.settle(writable, (completion) -> job(completion).called(),
				(open) -> {
					List<Completion> batch = this.batches.first(open);
					boolean last = batch.size() == open.size();
					return send(batch, last ? max : 0, slots, taken);
				});
		return new BullmqTaker.Turn(inOrder(refused, written), taken[0]);
	}

	private static List<Settlement> inOrder(List<@Nullable Settlement> refused, List<Settlement> written) {
		if (refused.size() == written.size()) {
			return written;
		}
		Iterator<Settlement> others = written.iterator();
		List<Settlement> all = new ArrayList<>(refused.size());
		refused.forEach((settlement) -> all.add((settlement != null) ? settlement : others.next()));
		return all;
	}

	// listeners in Node stop for good at a result they cannot parse
	private @Nullable String problem(byte[] result) {
		if (result.length > this.settings.maxPayload()) {
			return "a result of " + result.length + " bytes is over the limit of " + this.settings.maxPayload();
		}
		boolean readable = result.length == 0 || Arrays.equals(result, NO_RESULT) || BullmqJson.isJson(result);
		return readable ? null : "the result is not JSON, which other BullMQ clients cannot read";
	}

	private List<Settlement> send(List<Completion> completions, int max, int slots, BullmqTaken[] taken) {
		if (completions.isEmpty() && max < 1) {
			return List.of();
		}
		List<BullmqReservedJob> jobs = new ArrayList<>(completions.size());
		for (Completion completion : completions) {
			this.schedules.beforeEnd(job(completion));
			jobs.add(job(completion));
		}
		JobRetention usual = jobs.isEmpty() ? null : kept(jobs.get(0));
		List<BullmqScripts.Result> results = new ArrayList<>(completions.size());
		completions.forEach((completion) -> results.add(result(completion, usual)));
		BullmqScripts.Take take = this.taker.request(max, slots);
		Reply reply = this.unanswered
			.send(this.scripts.moveToCompleted(take, this.settings.metricsMinutes(), usual, results), (late) -> {
				note(jobs, settlements(jobs, late.nested(4)));
				this.taker.keep(take, late);
			});
		List<Settlement> settlements = settlements(jobs, reply.nested(4));
		taken[0] = this.taker.read(take, reply);
		return settlements;
	}

	private void note(List<BullmqReservedJob> jobs, List<Settlement> settlements) {
		for (int i = 0; i < jobs.size(); i++) {
			this.unanswered.note(jobs.get(i).called(), settlements.get(i));
		}
	}

	private List<Settlement> settlements(List<BullmqReservedJob> jobs, Reply words) {
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			Settlement completed = Settlement.completed();
			settlements
				.add(words.has(i) ? BullmqOutcome.ended(this.queue, jobs.get(i), words.text(i), completed) : completed);
		}
		return settlements;
	}

	private @Nullable JobRetention kept(BullmqReservedJob job) {
		JobRetention own = job.options().removeOnComplete();
		return (own != null) ? own : this.settings.kept().onComplete();
	}

	private BullmqScripts.Result result(Completion completion, @Nullable JobRetention usual) {
		BullmqReservedJob job = job(completion);
		JobRetention kept = kept(job);
		int attemptsMade = job.record().attemptsMade();
		boolean asUsual = attemptsMade == 0 && Objects.equals(kept, usual);
		return new BullmqScripts.Result(job, (completion.result().length > 0) ? completion.result() : NO_RESULT,
				asUsual ? null : details(attemptsMade, kept));
	}

	private static byte[] details(int attemptsMade, @Nullable JobRetention kept) {
		ObjectNode details = BullmqJson.object().put("attempts", attemptsMade);
		BullmqRetention.put(kept, details);
		return BullmqJson.bytes(details);
	}

	private static BullmqReservedJob job(Completion completion) {
		return (BullmqReservedJob) completion.job();
	}

}
