package io.redisjobs.protocol.omniq;

import java.util.Map;

import io.redisjobs.redis.Reply;

/**
 * A queue's counters as they are stored; times are milliseconds, 0 where there is none.
 *
 * @param paused whether the queue is paused
 * @param counts how many jobs there are
 * @param groupsReady how many groups can be served
 * @param lastActivityMs when the queue changed last
 * @param lastEnqueueMs when a job was published last
 * @param lastReserveMs when a job was reserved last
 * @param lastFinishMs when a job was acknowledged last
 */
public record OmniqStats(boolean paused, Counts counts, long groupsReady, long lastActivityMs, long lastEnqueueMs,
		long lastReserveMs, long lastFinishMs) {

	static OmniqStats of(Reply reply) {
		Map<String, String> fields = OmniqJob.fields(reply, 1);
		Counts counts = new Counts(OmniqJob.number(fields, "waiting"), OmniqJob.number(fields, "group_waiting"),
				OmniqJob.number(fields, "waiting_total"), OmniqJob.number(fields, "active"),
				OmniqJob.number(fields, "delayed"), OmniqJob.number(fields, "failed"),
				OmniqJob.number(fields, "completed_kept"));
		return new OmniqStats(reply.number(0) == 1, counts, OmniqJob.number(fields, "groups_ready"),
				OmniqJob.number(fields, "last_activity_ms"), OmniqJob.number(fields, "last_enqueue_ms"),
				OmniqJob.number(fields, "last_reserve_ms"), OmniqJob.number(fields, "last_finish_ms"));
	}

	/**
	 * How many jobs there are.
	 *
	 * @param waiting ungrouped in line
	 * @param groupWaiting grouped in line
	 * @param waitingTotal in line
	 * @param active running
	 * @param delayed due later
	 * @param failed failed for good
	 * @param completedKept done and kept
	 */
	public record Counts(long waiting, long groupWaiting, long waitingTotal, long active, long delayed, long failed,
			long completedKept) {

	}

}
