package io.redisjobs.protocol.omniq;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/**
 * What became of a run that was acknowledged or released.
 *
 * @param settlement what became of it
 * @param dueMs when the next attempt is due by the clock that stamps the jobs, 0 if there
 * is none
 */
record OmniqEnd(Settlement settlement, long dueMs) {

	private static final OmniqEnd COMPLETED = new OmniqEnd(Settlement.completed(), 0);

	/** Reads what became of so many successes. */
	static List<OmniqEnd> ofSuccesses(int count, Reply words) {
		List<OmniqEnd> ends = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			String word = words.text(i);
			ends.add(word.equals("OK") ? COMPLETED : lost(word));
		}
		return ends;
	}

	/**
	 * Reads what became of a failure.
	 * @param start when the script was called; the wait is counted from there, because
	 * the times in the reply may be another clock's
	 */
	static OmniqEnd ofFailure(Reply reply, Instant start) {
		return switch (reply.text(0)) {
			case "RETRY" ->
				new OmniqEnd(Settlement.retrying(start.plusMillis(reply.number(1) - reply.number(2))), reply.number(1));
			case "FAILED" -> new OmniqEnd(Settlement.failed(), 0);
			default -> lost(reply.text(1));
		};
	}

	static OmniqEnd ofRelease(Reply reply) {
		return reply.text(0).equals("OK") ? new OmniqEnd(Settlement.released(), 0) : lost(reply.text(1));
	}

	/**
	 * Reads what became of a job that was to be handed back, nothing if it is to fail.
	 * @param start when the script was called
	 */
	static @Nullable OmniqEnd ofHandBack(Reply reply, Instant start, int most) {
		return switch (reply.text(0)) {
			case "SPENT" -> null;
			case "BACK" ->
				new OmniqEnd(Settlement.handedBack(start.plusMillis(reply.number(2)), reply.number(1), most), 0);
			default -> lost(reply.text(1));
		};
	}

	private static OmniqEnd lost(String code) {
		return new OmniqEnd(Settlement.leaseLost(code), 0);
	}

	/** As the answer to acknowledging a success. */
	OmniqOutcome success(String jobId) {
		boolean done = this.settlement.outcome() == Settlement.Outcome.COMPLETED;
		return new OmniqOutcome(jobId, done ? null : OmniqCode.of(error()), 0);
	}

	/** The contract's code where the run has not become what was asked for. */
	String error() {
		// one that has become something else has no token any more
		return (this.settlement.outcome() == Settlement.Outcome.LEASE_LOST) ? this.settlement.detail()
				: OmniqCode.TOKEN_MISMATCH.name();
	}

}
