package io.redisjobs.protocol.omniq;

import java.util.ArrayList;
import java.util.List;

import io.redisjobs.redis.Reply;

/**
 * The answer of a script that leases jobs.
 *
 * @param paused whether the queue is paused
 * @param jobs the jobs
 * @param dropped ids that were in line without a job that waits
 * @param nextDueMs when the next delayed job is due if there are no jobs, 0 for never
 * @param groups whether the queue has groups, if there are no jobs
 */
record OmniqTaken(boolean paused, List<OmniqReservedJob> jobs, List<String> dropped, long nextDueMs, boolean groups) {

	static OmniqTaken of(Reply reply, int from) {
		String word = reply.text(from);
		if (word.equals("PAUSED")) {
			return new OmniqTaken(true, List.of(), List.of(), 0, false);
		}
		List<String> dropped = reply.nested(from + 3).texts();
		if (word.equals("EMPTY")) {
			String due = reply.text(from + 1);
			return new OmniqTaken(false, List.of(), dropped, due.isEmpty() ? 0 : (long) Double.parseDouble(due),
					reply.number(from + 2) == 1);
		}
		List<OmniqReservedJob> jobs = new ArrayList<>(reply.size() - from - 4);
		for (int i = from + 4; i < reply.size(); i++) {
			jobs.add(new OmniqReservedJob(reply.nested(i)));
		}
		return new OmniqTaken(false, jobs, dropped, 0, false);
	}

}
