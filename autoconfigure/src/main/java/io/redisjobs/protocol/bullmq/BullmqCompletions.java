package io.redisjobs.protocol.bullmq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.redisjobs.Retention;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/** Completes jobs and takes the next ones in the same call. */
final class BullmqCompletions {

	private static final int MAX_JOBS = 100;

	private static final byte[] NO_RESULT = { 'n', 'u', 'l', 'l' };

	private final BullmqScripts scripts;

	private final BullmqSettings settings;

	private final BullmqTaker taker;

	BullmqCompletions(BullmqScripts scripts, BullmqSettings settings, BullmqTaker taker) {
		this.scripts = scripts;
		this.settings = settings;
		this.taker = taker;
	}

	Completed complete(List<Completion> completions, int max) {
		List<Settlement> settlements = new ArrayList<>(completions.size());
		BullmqTaker.Taken taken = new BullmqTaker.Taken("none", 0, List.of());
		List<Integer> sendable = new ArrayList<>(completions.size());
		for (int i = 0; i < completions.size(); i++) {
			String problem = problem(completions.get(i).result());
			settlements.add((problem != null) ? Settlement.refused(problem) : Settlement.completed());
			if (problem == null) {
				sendable.add(i);
			}
		}
		int from = 0;
		do {
			int to = Math.min(sendable.size(), from + MAX_JOBS);
			boolean last = to == sendable.size();
			if (to > from || max > 0) {
				taken = send(completions, sendable.subList(from, to), last ? max : 0, settlements);
			}
			from = to;
		}
		while (from < sendable.size());
		return new Completed(settlements, taken);
	}

	// listeners in Node stop for good at a result they cannot parse
	private @Nullable String problem(byte[] result) {
		if (result.length > this.settings.maxPayload()) {
			return "a result of " + result.length + " bytes is over the limit of " + this.settings.maxPayload();
		}
		boolean readable = result.length == 0 || Arrays.equals(result, NO_RESULT) || BullmqJson.isJson(result);
		return readable ? null : "the result is not JSON, which other BullMQ clients cannot read";
	}

	private BullmqTaker.Taken send(List<Completion> completions, List<Integer> places, int max,
			List<Settlement> settlements) {
		BullmqTaker.Request request = this.taker.request(max);
		BullmqScripts.Arguments arguments = this.taker.arguments(request)
			.addNumber(this.settings.metricsMinutes())
			.add(places.size());
		places.forEach((place) -> encode(completions.get(place), arguments));
		Reply reply = this.scripts.run("moveToCompleted", arguments);
		Reply words = reply.nested(4);
		for (int i = 0; i < places.size(); i++) {
			settlements.set(places.get(i), BullmqFailures.settlement(words.text(i), Settlement.completed()));
		}
		return this.taker.read(request, reply);
	}

	private void encode(Completion completion, BullmqScripts.Arguments arguments) {
		BullmqReservedJob job = (BullmqReservedJob) completion.job();
		Retention kept = (job.options().removeOnComplete() != null) ? job.options().removeOnComplete()
				: this.settings.kept().onComplete();
		BullmqParent parent = job.record().parent();
		arguments.add(job.id())
			.add(job.token())
			.add((completion.result().length > 0) ? completion.result() : NO_RESULT)
			.add(job.record().attemptsMade())
			.addNumber((kept != null) ? kept.count() : null)
			.addNumber((kept != null && kept.age() != null) ? kept.age().toSeconds() : null)
			.add(job.record().deduplicationId())
			.add((parent != null) ? parent.queueKey() : null)
			.add((parent != null) ? parent.id() : null);
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
