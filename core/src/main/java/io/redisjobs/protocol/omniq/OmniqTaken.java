package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.redis.Reply;

/**
 * The answer of a script that leases jobs.
 *
 * @param paused whether the queue is paused
 * @param jobs the jobs
 * @param dropped ids that were in line without a job that waits
 * @param nextDueIn how long it is until the next delayed job is due if there are no jobs,
 * 0 ms for ever
 * @param known what else is known of the queue if there are no jobs
 */
record OmniqTaken(boolean paused, List<OmniqReservedJob> jobs, List<String> dropped, Duration nextDueIn, Known known) {

	private static final Known UNKNOWN = new Known(false, false, Double.POSITIVE_INFINITY);

	static OmniqTaken nothing() {
		return new OmniqTaken(false, List.of(), List.of(), Duration.ZERO, UNKNOWN);
	}

	/**
	 * Reads the reply of a script.
	 * @param start when the script was called; leases are counted from there, because the
	 * times in the reply may be another clock's
	 */
	static OmniqTaken of(Reply reply, int from, Instant start) {
		String word = reply.text(from);
		if (word.equals("PAUSED")) {
			return new OmniqTaken(true, List.of(), List.of(), Duration.ZERO, UNKNOWN);
		}
		List<String> dropped = reply.nested(from + 3).texts();
		if (word.equals("EMPTY")) {
			String due = reply.text(from + 1);
			return new OmniqTaken(false, List.of(), dropped, Duration.ofMillis(due.isEmpty() ? 0 : Long.parseLong(due)),
					known(reply, from));
		}
		List<OmniqReservedJob> jobs = new ArrayList<>(reply.size() - from - 4);
		for (int i = from + 4; i < reply.size(); i++) {
			jobs.add(new OmniqReservedJob(reply.nested(i), reply.number(from + 1), start));
		}
		return new OmniqTaken(false, jobs, dropped, Duration.ZERO, UNKNOWN);
	}

	/** The same, to be looked at later when the next delayed job is due. */
	OmniqTaken later(Duration by) {
		return this.nextDueIn.isZero() ? this
				: new OmniqTaken(this.paused, this.jobs, this.dropped, this.nextDueIn.plus(by), this.known);
	}

	private static Known known(Reply reply, int from) {
		String due = reply.text(from + 4);
		return new Known(reply.number(from + 2) == 1, reply.number(from + 5) == 1,
				due.isEmpty() ? Double.POSITIVE_INFINITY : Double.parseDouble(due));
	}

	/**
	 * What is known of a queue in which nothing can be taken.
	 *
	 * @param groups whether it has groups
	 * @param delays whether it has had delayed jobs
	 * @param nextDue when the next delayed job is due by the clock that stamps the jobs,
	 * infinite if there is none
	 */
	record Known(boolean groups, boolean delays, double nextDue) {

	}

}
