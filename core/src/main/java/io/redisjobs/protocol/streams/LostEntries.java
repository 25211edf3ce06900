package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;

/** Finds what was delivered to this consumer in the lost reply of a plain read. */
final class LostEntries {

	private static final int PAGE = 500;

	private static final int MOST_TAKEN = 200;

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private final EntryReader entries;

	private final Deliveries deliveries;

	private final UnansweredCalls<Settlement> unanswered;

	LostEntries(StreamsBinding binding, StreamsScripts scripts, EntryReader entries, Deliveries deliveries,
			UnansweredCalls<Settlement> unanswered) {
		this.binding = binding;
		this.scripts = scripts;
		this.entries = entries;
		this.deliveries = deliveries;
		this.unanswered = unanswered;
	}

	/**
	 * Takes up to so many. None if other reads are under way: theirs cannot be told from
	 * lost ones.
	 */
	List<StreamsJob> take(int max) {
		return this.deliveries.complete() ? List.of() : this.deliveries.alone(() -> search(max), List.of());
	}

	private List<StreamsJob> search(int max) {
		String after = this.deliveries.missingAfter();
		// what a script has taken without an answer is handed out when it is asked about
		if (after == null || !this.unanswered.allAnswered()) {
			return List.of();
		}
		EntryPage page = this.scripts.listOwn(after, PAGE);
		if (page.isPaused()) {
			return List.of();
		}
		List<String> lost = new ArrayList<>(page.entries().texts());
		lost.removeIf(this.deliveries::knows);
		int count = Math.min(lost.size(), Math.min(max, MOST_TAKEN));
		List<StreamsJob> taken = (count > 0) ? take(lost.subList(0, count)) : List.of();
		if (taken.isEmpty() && count == lost.size()) {
			this.deliveries.searched(page.isLast() ? null : page.next());
		}
		return taken;
	}

	private List<StreamsJob> take(List<String> ids) {
		Instant start = this.binding.clock().instant();
		Reply taken = this.scripts.takeLost(ids);
		this.deliveries.know(taken);
		return this.entries.jobs(taken, start);
	}

}
