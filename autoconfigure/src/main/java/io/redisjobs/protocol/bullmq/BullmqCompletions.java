package io.redisjobs.protocol.bullmq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.redisjobs.Retention;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Completes jobs and takes the next ones in the same call. */
final class BullmqCompletions {

	private static final int MAX_JOBS = 100;

	private static final byte[] NO_RESULT = { 'n', 'u', 'l', 'l' };

	private final String queue;

	private final BullmqScripts scripts;

	private final BullmqSettings settings;

	private final BullmqTaker taker;

	BullmqCompletions(String queue, BullmqScripts scripts, BullmqSettings settings, BullmqTaker taker) {
		this.queue = queue;
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
		Retention usual = places.isEmpty() ? null : kept((BullmqReservedJob) completions.get(places.get(0)).job());
		BullmqScripts.Arguments arguments = this.taker.arguments(request)
			.addNumber(this.settings.metricsMinutes())
			.addNumber(count(usual))
			.addNumber(seconds(usual));
		places.forEach((place) -> encode(completions.get(place), usual, arguments));
		Reply reply = this.scripts.run("moveToCompleted", arguments);
		Reply words = reply.nested(4);
		for (int i = 0; i < words.size(); i++) {
			BullmqReservedJob job = (BullmqReservedJob) completions.get(places.get(i)).job();
			BullmqFailures.reportUntoldParent(this.queue, job, words.text(i));
			settlements.set(places.get(i), BullmqFailures.settlement(words.text(i), Settlement.completed()));
		}
		return this.taker.read(request, reply);
	}

	private @Nullable Retention kept(BullmqReservedJob job) {
		Retention own = job.options().removeOnComplete();
		return (own != null) ? own : this.settings.kept().onComplete();
	}

	private void encode(Completion completion, @Nullable Retention usual, BullmqScripts.Arguments arguments) {
		BullmqReservedJob job = (BullmqReservedJob) completion.job();
		arguments.add(job.id())
			.add(job.token())
			.add((completion.result().length > 0) ? completion.result() : NO_RESULT);
		Retention kept = kept(job);
		boolean asUsual = job.record().equals(BullmqReservedJob.Stored.NOTHING) && Objects.equals(kept, usual);
		arguments.addBytes(asUsual ? null : BullmqJson.bytes(details(job.record(), kept)));
	}

	private static ObjectNode details(BullmqReservedJob.Stored stored, @Nullable Retention kept) {
		ObjectNode details = BullmqJson.object().put("attempts", stored.attemptsMade());
		putIfPresent(details, "keep", count(kept));
		putIfPresent(details, "age", seconds(kept));
		if (stored.deduplicationId() != null) {
			details.put("deduplication", stored.deduplicationId());
		}
		if (stored.parent() != null) {
			details.put("parentQueue", stored.parent().queueKey()).put("parentId", stored.parent().id());
		}
		return details;
	}

	private static void putIfPresent(ObjectNode details, String name, @Nullable Long value) {
		if (value != null) {
			details.put(name, value);
		}
	}

	private static @Nullable Long count(@Nullable Retention kept) {
		return (kept != null && kept.count() != null) ? Long.valueOf(kept.count()) : null;
	}

	private static @Nullable Long seconds(@Nullable Retention kept) {
		return (kept != null && kept.age() != null) ? kept.age().toSeconds() : null;
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
