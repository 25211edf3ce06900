package io.redisjobs.protocol.streams;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.redisjobs.protocol.Completion;
import io.redisjobs.redis.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What completing jobs writes and where to: a result, or the job itself where a router
 * moves it.
 */
final class StreamsResults {

	private static final byte[] NOTHING = {};

	private final StreamsBinding binding;

	StreamsResults(StreamsBinding binding) {
		this.binding = binding;
	}

	/**
	 * The first completions, up to one whose result names no queue that a router could
	 * move its job to.
	 */
	List<Completion> withTarget(List<Completion> completions) {
		if (!this.binding.settings().router()) {
			return completions;
		}
		int end = 0;
		while (end < completions.size() && !leadsNowhere(completions.get(end))) {
			end++;
		}
		return completions.subList(0, end);
	}

	private boolean leadsNowhere(Completion completion) {
		String queue = named(completion.result());
		return queue.isBlank() || "null".equals(queue) || queue.equals(this.binding.queue());
	}

	// a router's result is the name of a queue, as text or as JSON
	private static String named(byte[] result) {
		String text = Bytes.text(result);
		return (text.startsWith("\"") && text.endsWith("\"") && text.length() > 1)
				? EnvelopeReader.tree(result).stringValue() : text;
	}

	/** How many bytes completing a job writes. */
	long bytes(Completion completion) {
		if (this.binding.settings().router()) {
			return ((StreamsJob) completion.job()).raw().length;
		}
		return (this.binding.settings().resultsTo() != null) ? completion.result().length : 0;
	}

	/** What a call needs to complete jobs, each of which has a target. */
	CompletedEntries of(List<Completion> completions) {
		List<StreamsJob> jobs = new ArrayList<>(completions.size());
		completions.forEach((completion) -> jobs.add((StreamsJob) completion.job()));
		StreamsSettings settings = this.binding.settings();
		if (!settings.router() && settings.resultsTo() == null && !settings.oncePerJobId()) {
			return new CompletedEntries(jobs, List.of(), List.of());
		}
		Map<String, Integer> targets = new LinkedHashMap<>();
		List<CompletedEntries.Write> writes = new ArrayList<>(jobs.size());
		long now = this.binding.clock().millis();
		for (int i = 0; i < jobs.size(); i++) {
			byte[] result = completions.get(i).result();
			writes.add(new CompletedEntries.Write(number(target(result), targets), content(jobs.get(i), result, now),
					this.binding.marker(jobs.get(i))));
		}
		return new CompletedEntries(jobs, targets.keySet().stream().map(this.binding.keys()::streamOf).toList(),
				writes);
	}

	private @Nullable String target(byte[] result) {
		return this.binding.settings().router() ? named(result) : this.binding.settings().resultsTo();
	}

	private static int number(@Nullable String target, Map<String, Integer> targets) {
		if (target == null) {
			return 0;
		}
		Integer known = targets.putIfAbsent(target, targets.size() + 1);
		return (known != null) ? known : targets.size();
	}

	private byte[] content(StreamsJob job, byte[] result, long now) {
		if (this.binding.settings().router()) {
			return job.raw();
		}
		return (this.binding.settings().resultsTo() != null) ? EnvelopeWriter.result(job.content(), result, now)
				: NOTHING;
	}

}
