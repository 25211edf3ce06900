package io.redisjobs.protocol.bullmq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.redisjobs.JobRetention;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Completes jobs and takes the next ones in the same call. */
final class BullmqCompletions {

	private static final int MAX_JOBS = 100;

	private static final int MAX_BYTES = 1024 * 1024;

	private static final byte[] NO_RESULT = { 'n', 'u', 'l', 'l' };

	private final String queue;

	private final BullmqScripts scripts;

	private final BullmqSettings settings;

	private final BullmqTaker taker;

	private final BullmqUnanswered unanswered;

	private final BullmqSchedules schedules;

	BullmqCompletions(String queue, BullmqScripts scripts, BullmqSettings settings, BullmqTaker taker,
			BullmqUnanswered unanswered, BullmqSchedules schedules) {
		this.queue = queue;
		this.scripts = scripts;
		this.settings = settings;
		this.taker = taker;
		this.unanswered = unanswered;
		this.schedules = schedules;
	}

	Completed complete(List<Completion> completions, int max, int slots) {
		List<Settlement> settlements = new ArrayList<>(completions.size());
		BullmqTaker.Taken taken = new BullmqTaker.Taken("none", 0, List.of());
		List<Integer> sendable = new ArrayList<>(completions.size());
		for (int i = 0; i < completions.size(); i++) {
			Completion completion = completions.get(i);
			BullmqReservedJob job = (BullmqReservedJob) completion.job();
			Settlement known = job.run().completed();
			String problem = (known == null) ? problem(completion.result()) : null;
			settlements.add((problem != null) ? Settlement.refused(problem) : Settlement.completed());
			if (known == null && problem == null) {
				this.schedules.beforeEnd(job);
				sendable.add(i);
			}
		}
		int from = 0;
		do {
			int to = end(completions, sendable, from);
			boolean last = to == sendable.size();
			if (to > from || max > 0) {
				try {
					BullmqTaker.Request request = this.taker.request(last ? max : 0, slots);
					taken = send(completions, sendable.subList(from, to), request, settlements);
				}
				catch (RuntimeException | Error ex) {
					remember(completions, sendable.subList(0, from), settlements);
					throw ex;
				}
			}
			from = to;
		}
		while (from < sendable.size());
		return new Completed(settlements, taken);
	}

	// whoever gets an exception asks again for all of them
	private static void remember(List<Completion> completions, List<Integer> written, List<Settlement> settlements) {
		for (int place : written) {
			remember((BullmqReservedJob) completions.get(place).job(), settlements.get(place));
		}
	}

	private static void remember(BullmqReservedJob job, Settlement settlement) {
		if (settlement.outcome() == Settlement.Outcome.COMPLETED) {
			job.run().completed(settlement);
		}
	}

	private static int end(List<Completion> completions, List<Integer> sendable, int from) {
		int to = from;
		long bytes = 0;
		while (to < sendable.size() && to - from < MAX_JOBS && bytes < MAX_BYTES) {
			bytes += completions.get(sendable.get(to)).result().length;
			to++;
		}
		return to;
	}

	// listeners in Node stop for good at a result they cannot parse
	private @Nullable String problem(byte[] result) {
		if (result.length > this.settings.maxPayload()) {
			return "a result of " + result.length + " bytes is over the limit of " + this.settings.maxPayload();
		}
		boolean readable = result.length == 0 || Arrays.equals(result, NO_RESULT) || BullmqJson.isJson(result);
		return readable ? null : "the result is not JSON, which other BullMQ clients cannot read";
	}

	private BullmqTaker.Taken send(List<Completion> completions, List<Integer> places, BullmqTaker.Request request,
			List<Settlement> settlements) {
		JobRetention usual = places.isEmpty() ? null : kept((BullmqReservedJob) completions.get(places.get(0)).job());
		ScriptArguments arguments = this.taker.arguments(request)
			.addNumber(this.settings.metricsMinutes())
			.addNumber(count(usual))
			.add(age(usual));
		places.forEach((place) -> encode(completions.get(place), usual, arguments));
		List<BullmqReservedJob> jobs = new ArrayList<>(places.size());
		places.forEach((place) -> jobs.add((BullmqReservedJob) completions.get(place).job()));
		Reply reply = this.unanswered.send(this.scripts.prepare("moveToCompleted", arguments), (sentAt, late) -> {
			List<Settlement> settled = settle(jobs, late.nested(4));
			for (int i = 0; i < jobs.size(); i++) {
				remember(jobs.get(i), settled.get(i));
			}
			this.taker.readLate(request, sentAt, late);
		});
		List<Settlement> settled = settle(jobs, reply.nested(4));
		for (int i = 0; i < settled.size(); i++) {
			settlements.set(places.get(i), settled.get(i));
		}
		return this.taker.read(request, reply);
	}

	private List<Settlement> settle(List<BullmqReservedJob> jobs, Reply words) {
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			BullmqReservedJob job = jobs.get(i);
			Settlement settlement = Settlement.completed();
			if (words.has(i)) {
				BullmqFailures.reportUntoldParent(this.queue, job, words.text(i));
				settlement = BullmqFailures.settlement(words.text(i), settlement);
			}
			settlements.add(settlement);
		}
		return settlements;
	}

	private @Nullable JobRetention kept(BullmqReservedJob job) {
		JobRetention own = job.options().removeOnComplete();
		return (own != null) ? own : this.settings.kept().onComplete();
	}

	private void encode(Completion completion, @Nullable JobRetention usual, ScriptArguments arguments) {
		BullmqReservedJob job = (BullmqReservedJob) completion.job();
		arguments.add(job.id())
			.add(job.token())
			.add((completion.result().length > 0) ? completion.result() : NO_RESULT);
		JobRetention kept = kept(job);
		int attemptsMade = job.record().attemptsMade();
		boolean asUsual = attemptsMade == 0 && Objects.equals(kept, usual);
		arguments.add(asUsual ? null : BullmqJson.bytes(details(attemptsMade, kept)));
	}

	private static ObjectNode details(int attemptsMade, @Nullable JobRetention kept) {
		ObjectNode details = BullmqJson.object().put("attempts", attemptsMade);
		if (kept != null && kept.count() != null) {
			details.put("keep", kept.count());
		}
		if (kept != null && kept.age() != null) {
			details.put("age", BullmqDurations.seconds(kept.age()));
		}
		return details;
	}

	private static @Nullable Long count(@Nullable JobRetention kept) {
		return (kept != null && kept.count() != null) ? Long.valueOf(kept.count()) : null;
	}

	static @Nullable String age(@Nullable JobRetention kept) {
		return (kept != null && kept.age() != null) ? BullmqDurations.seconds(kept.age()).toPlainString() : null;
	}

	/**
	 * What became of completions.
	 *
	 * @param settlements the answers in the completions' order
	 * @param taken the jobs taken
	 */
	record Completed(List<Settlement> settlements, BullmqTaker.Taken taken) {

	}

}
