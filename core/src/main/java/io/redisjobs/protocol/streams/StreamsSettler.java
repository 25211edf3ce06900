package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;

/** Ends runs: results and failures are written before an entry is acknowledged. */
final class StreamsSettler {

	private static final byte[] NOTHING = new byte[0];

	private static final byte[] ZERO = Bytes.of(0);

	private static final byte[] ONE = Bytes.of(1);

	private static final byte[] ALL = Bytes.of("all");

	private static final byte[] DUE = Bytes.of("due");

	private final StreamBinding binding;

	private final StreamsScripts scripts;

	private final EntrySizes sizes;

	private final UnansweredCalls<Settlement, StreamsJob> unanswered;

	private final Deliveries deliveries;

	private final BiFunction<Reply, Instant, List<StreamsJob>> reader;

	/**
	 * Creates a settler.
	 * @param reader reads the jobs in a reply
	 */
	StreamsSettler(StreamBinding binding, StreamsScripts scripts, EntrySizes sizes,
			UnansweredCalls<Settlement, StreamsJob> unanswered, Deliveries deliveries,
			BiFunction<Reply, Instant, List<StreamsJob>> reader) {
		this.unanswered = unanswered;
		this.deliveries = deliveries;
		this.reader = reader;
		this.sizes = sizes;
		this.binding = binding;
		this.scripts = scripts;
	}

	/**
	 * Completes some hundred jobs at most and takes others, in one call. A router's jobs
	 * must have a target.
	 */
	Reply completeAndTake(List<Completion> completions, int max, boolean dueOnly) {
		Map<String, Integer> targets = targets(completions);
		boolean writes = !targets.isEmpty() || this.binding.settings().oncePerJobId();
		List<byte[]> keys = new ArrayList<>(4);
		keys.add(this.binding.keys().stream());
		keys.add(this.binding.keys().retries());
		keys.add(this.binding.keys().paused());
		targets.keySet().forEach((queue) -> keys.add(this.binding.keys().streamOf(queue)));
		List<StreamsJob> jobs = new ArrayList<>(completions.size());
		completions.forEach((completion) -> jobs.add((StreamsJob) completion.job()));
		List<byte[]> args = new ArrayList<>(10 + completions.size() * (writes ? 5 : 2));
		args.add(this.binding.groupBytes());
		args.add(this.binding.consumerBytes());
		args.add(Bytes.of(max));
		args.add(dueOnly ? DUE : ALL);
		args.add(Bytes.of(this.sizes.expected()));
		args.add(Bytes.of(this.binding.retention().toMillis()));
		args.add(jobs.isEmpty() ? NOTHING : Bytes.of(EntryId.lowest(jobs)));
		args.add(jobs.isEmpty() ? NOTHING : Bytes.of(EntryId.highest(jobs)));
		args.add(Bytes.of(writes ? 5 : 2));
		long now = this.binding.clock().millis();
		for (int i = 0; i < jobs.size(); i++) {
			StreamsJob job = jobs.get(i);
			args.add(Bytes.of(job.entryId()));
			args.add((job.deliveries() == 1) ? ONE : Bytes.of(job.deliveries()));
			if (writes) {
				addWrite(args, job, completions.get(i).result(), targets, now);
			}
		}
		Instant start = this.binding.clock().instant();
		OnceCall call = this.scripts.call("exchange", this.binding.keys(), keys, args);
		return this.deliveries.read(() -> {
			Reply reply = send(call, jobs, start);
			answered(jobs, reply);
			return reply;
		});
	}

	private Reply send(OnceCall call, List<StreamsJob> jobs, Instant start) {
		return this.unanswered.send(call, (late) -> {
			answered(jobs, late);
			List<Settlement> settlements = settlements(jobs.size(), late);
			for (int i = 0; i < jobs.size(); i++) {
				this.unanswered.note(jobs.get(i).token(), settlements.get(i));
			}
			this.unanswered.found(this.reader.apply(late.nested(3), start));
		});
	}

	private void answered(List<StreamsJob> completed, Reply reply) {
		List<Settlement> settlements = settlements(completed.size(), reply);
		for (int i = 0; i < completed.size(); i++) {
			if (settlements.get(i).outcome() == Settlement.Outcome.COMPLETED) {
				this.deliveries.ended(completed.get(i));
			}
		}
		this.deliveries.know(reply.nested(3));
	}

	private Map<String, Integer> targets(List<Completion> completions) {
		Map<String, Integer> targets = new LinkedHashMap<>();
		String resultsTo = this.binding.settings().resultsTo();
		if (this.binding.settings().router()) {
			completions.forEach((completion) -> targets.putIfAbsent(target(completion.result()), targets.size() + 1));
		}
		else if (resultsTo != null && !completions.isEmpty()) {
			targets.put(resultsTo, 1);
		}
		return targets;
	}

	// a router's result is the name of a queue, as text or as JSON
	private static String target(byte[] result) {
		String text = Bytes.text(result);
		return (text.startsWith("\"") && text.endsWith("\"") && text.length() > 1)
				? EnvelopeReader.tree(result).stringValue() : text;
	}

	/** How many bytes completing a job writes. */
	int weight(Completion completion) {
		if (this.binding.settings().router()) {
			return ((StreamsJob) completion.job()).raw().length;
		}
		return (this.binding.settings().resultsTo() != null) ? completion.result().length : 0;
	}

	/** Whether the queue's job can be moved to the queue its result names. */
	boolean leadsNowhere(Completion completion) {
		if (!this.binding.settings().router()) {
			return false;
		}
		String target = target(completion.result());
		return target.isBlank() || "null".equals(target) || target.equals(this.binding.queue());
	}

	private void addWrite(List<byte[]> args, StreamsJob job, byte[] result, Map<String, Integer> targets, long now) {
		if (this.binding.settings().router()) {
			args.add(Bytes.of(targets.getOrDefault(target(result), 0)));
			args.add(job.raw());
		}
		else if (this.binding.settings().resultsTo() != null) {
			args.add(ONE);
			args.add(EnvelopeWriter.result(job.content(), result, now));
		}
		else {
			args.add(ZERO);
			args.add(NOTHING);
		}
		args.add(this.binding.marker(job));
	}

	/** What became of completions, from the script's reply. */
	static List<Settlement> settlements(int count, Reply reply) {
		Reply refused = reply.nested(2);
		if (refused.size() == 0) {
			return Collections.nCopies(count, Settlement.completed());
		}
		List<Settlement> settlements = new ArrayList<>(Collections.nCopies(count, Settlement.completed()));
		for (int i = 0; i < refused.size(); i += 2) {
			settlements.set((int) refused.number(i), loss(refused.text(i + 1)));
		}
		return settlements;
	}

	private static Settlement loss(String word) {
		return "gone".equals(word) ? Settlement.gone()
				: Settlement.leaseLost("The entry has been delivered to somebody else");
	}

	List<Settlement> extend(List<? extends ReservedJob> reserved) {
		List<StreamsJob> jobs = new ArrayList<>(reserved.size());
		reserved.forEach((job) -> jobs.add((StreamsJob) job));
		this.deliveries.know(jobs);
		List<byte[]> args = new ArrayList<>(4 + jobs.size() * 2);
		args.add(this.binding.groupBytes());
		args.add(this.binding.consumerBytes());
		args.add(Bytes.of(EntryId.lowest(jobs)));
		args.add(Bytes.of(EntryId.highest(jobs)));
		for (StreamsJob job : jobs) {
			args.add(Bytes.of(job.entryId()));
			args.add(Bytes.of(job.deliveries()));
		}
		Instant leaseEnd = this.binding.clock().instant().plus(this.binding.lease());
		Reply words = this.scripts.run("extend", List.of(this.binding.keys().stream()), args);
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			String word = words.text(i);
			settlements.add("extended".equals(word) ? Settlement.extended(leaseEnd) : loss(word));
		}
		return settlements;
	}

	Settlement fail(Failure failure) {
		StreamsJob job = (StreamsJob) failure.job();
		this.unanswered.ask();
		Settlement known = this.unanswered.answer(job.token());
		return (known != null) ? known : fail(job, failure);
	}

	private Settlement fail(StreamsJob job, Failure failure) {
		if (failure.action() instanceof FailureAction.Release release) {
			return end(job, releaseCall(job, release), Settlement.released());
		}
		if (failure.action() instanceof FailureAction.Fail || job.attempt() >= job.maxAttempts()) {
			return bury(job, failure.error());
		}
		Duration delay = (failure.action() instanceof FailureAction.RetryAfter after) ? after.delay()
				: Delays.bounded(this.binding.settings().retryAfter());
		Instant due = this.binding.clock().instant().plus(delay);
		return end(job, giveBackCall(List.of(job), delay, true, true), Settlement.retrying(due));
	}

	private OnceCall releaseCall(StreamsJob job, FailureAction.Release release) {
		if (release.interrupted() && this.binding.settings().oncePerJobId()) {
			// the marker goes on saying that it runs, so the next delivery reports it
			return giveBackCall(List.of(job), release.rest(), true, false);
		}
		return giveBackCall(List.of(job), release.rest(), false, true);
	}

	private Settlement end(StreamsJob job, OnceCall call, Settlement done) {
		Reply reply = this.unanswered.send(call, (late) -> this.unanswered.note(job.token(), ended(late, done)));
		Settlement settlement = ended(reply, done);
		// what was released may be its consumer's first delivery once more
		if (settlement == done && done.outcome() != Settlement.Outcome.RELEASED) {
			this.deliveries.ended(job);
		}
		return settlement;
	}

	private static Settlement ended(Reply reply, Settlement done) {
		String word = reply.text(0);
		return ("released".equals(word) || "failed".equals(word)) ? done : loss(word);
	}

	void giveBack(List<StreamsJob> jobs) {
		this.scripts.contract().send(giveBackCall(jobs, Duration.ZERO, false, true));
	}

	private OnceCall giveBackCall(List<StreamsJob> jobs, Duration delay, boolean counts, boolean mayRunAgain) {
		List<byte[]> args = new ArrayList<>(5 + jobs.size() * 4);
		args.add(this.binding.groupBytes());
		args.add(this.binding.consumerBytes());
		args.add(Bytes.of(StreamBinding.HOLDER));
		args.add(Bytes.of(delay.toMillis()));
		args.add(Bytes.of(counts ? "counts" : "free"));
		for (StreamsJob job : jobs) {
			args.add(Bytes.of(job.entryId()));
			args.add(Bytes.of(job.deliveries()));
			args.add(mayRunAgain ? this.binding.marker(job) : NOTHING);
			args.add(Bytes.of(job.token()));
		}
		return this.scripts.call("release", this.binding.keys(),
				List.of(this.binding.keys().stream(), this.binding.keys().retries()), args);
	}

	private Settlement bury(StreamsJob job, Throwable error) {
		byte[] entry = EnvelopeWriter.failure(job, ErrorText.messageOrName(error), this.binding.keys().streamName(),
				this.binding.clock().millis());
		return end(job,
				this.scripts.call("fail", this.binding.keys(),
						List.of(this.binding.keys().stream(), this.binding.failures()),
						List.of(this.binding.groupBytes(), this.binding.consumerBytes(), Bytes.of(job.entryId()),
								Bytes.of(job.deliveries()), entry, this.binding.marker(job), Bytes.of(job.token()))),
				Settlement.failed());
	}

}
