package io.redisjobs.protocol.omniq;

import io.redisjobs.redis.Reply;

/**
 * A group at one moment.
 *
 * @param gid its id
 * @param inflight how many of its jobs are running
 * @param limit how many may run
 * @param waiting how many are in line
 * @param readyMs since when it can be served, or -1 if it cannot
 */
public record OmniqGroup(String gid, long inflight, long limit, long waiting, long readyMs) {

	static OmniqGroup of(Reply reply) {
		String ready = reply.text(4);
		return new OmniqGroup(reply.text(0), reply.number(1), reply.number(2), reply.number(3),
				ready.isEmpty() ? -1 : (long) Double.parseDouble(ready));
	}

	/** Whether it is lined up to be served. */
	public boolean ready() {
		return this.readyMs >= 0;
	}

}
