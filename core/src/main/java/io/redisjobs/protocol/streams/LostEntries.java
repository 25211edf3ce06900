package io.redisjobs.protocol.streams;

import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;

/** Finds what was delivered to this consumer in the lost reply of a plain read. */
final class LostEntries {

	private static final Reply NOTHING = new Reply(List.of());

	private static final int PAGE = 500;

	private static final int MOST_TAKEN = 200;

	private final StreamBinding binding;

	private final StreamsScripts scripts;

	private final Deliveries deliveries;

	private final UnansweredCalls<Settlement, StreamsJob> unanswered;

	LostEntries(StreamBinding binding, StreamsScripts scripts, Deliveries deliveries,
			UnansweredCalls<Settlement, StreamsJob> unanswered) {
		this.binding = binding;
		this.scripts = scripts;
		this.deliveries = deliveries;
		this.unanswered = unanswered;
	}

	/**
	 * Takes up to so many, flat: id, delivery count, payload. None if other reads are
	 * under way: theirs cannot be told from lost ones.
	 */
	Reply take(int max) {
		return this.deliveries.complete() ? NOTHING : this.deliveries.alone(() -> search(max), NOTHING);
	}

	private Reply search(int max) {
		String after = this.deliveries.missingAfter();
		// what a script has taken without an answer is handed out when it is asked about
		if (after == null || !this.unanswered.allAnswered()) {
			return NOTHING;
		}
		Reply page = this.scripts.run("listOwn", List.of(this.binding.keys().stream(), this.binding.keys().paused()),
				List.of(this.binding.groupBytes(), this.binding.consumerBytes(),
						Bytes.of(this.binding.lease().toMillis()), Bytes.of(after), Bytes.of(PAGE)));
		if ("paused".equals(page.text(0))) {
			return NOTHING;
		}
		List<String> lost = new ArrayList<>(page.nested(2).texts());
		lost.removeIf(this.deliveries::knows);
		int count = Math.min(lost.size(), Math.min(max, MOST_TAKEN));
		Reply taken = (count > 0) ? take(lost.subList(0, count)) : NOTHING;
		if (taken.size() == 0 && count == lost.size()) {
			this.deliveries.searched(next(page));
		}
		return taken;
	}

	private static @Nullable String next(Reply page) {
		return "end".equals(page.text(0)) ? null : page.text(1);
	}

	private Reply take(List<String> ids) {
		List<byte[]> args = new ArrayList<>(2 + ids.size());
		args.add(this.binding.groupBytes());
		args.add(this.binding.consumerBytes());
		ids.forEach((id) -> args.add(Bytes.of(id)));
		Reply taken = this.scripts.run("takeLost", List.of(this.binding.keys().stream()), args);
		this.deliveries.know(taken);
		return taken;
	}

}
