package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;

/**
 * What the script answered that completes entries and takes others.
 *
 * @param reply the script's reply
 * @param settlements what became of the completions
 * @param start when the call was sent; the leases of what was taken are counted from then
 */
record ExchangeReply(Reply reply, List<Settlement> settlements, Instant start) {

	static ExchangeReply of(Reply reply, int completions, Instant start) {
		return new ExchangeReply(reply, settlements(reply.nested(2), completions), start);
	}

	private static List<Settlement> settlements(Reply refused, int completions) {
		List<Settlement> completed = Collections.nCopies(completions, Settlement.completed());
		if (refused.size() == 0) {
			return completed;
		}
		List<Settlement> settlements = new ArrayList<>(completed);
		for (int i = 0; i < refused.size(); i += 2) {
			settlements.set((int) refused.number(i), LostRun.because(refused.text(i + 1)));
		}
		return settlements;
	}

	boolean isPaused() {
		return "paused".equals(this.reply.text(0));
	}

	/** In how many milliseconds the next entry is due again, negative if none is. */
	long nextDue() {
		return this.reply.number(1);
	}

	/** What was taken, flat: id, delivery count, payload. */
	Reply taken() {
		return this.reply.nested(3);
	}

}
