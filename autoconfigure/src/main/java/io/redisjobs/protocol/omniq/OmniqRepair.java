package io.redisjobs.protocol.omniq;

import java.util.List;

import io.redisjobs.redis.Reply;

/**
 * Goes through a queue piece by piece and repairs what other clients leave behind: stale
 * entries of the time indexes, statistics, counters of running jobs of groups, and groups
 * that were not lined up.
 */
final class OmniqRepair {

	private static final List<OmniqLane> LANES = List.of(OmniqLane.WAIT, OmniqLane.ACTIVE, OmniqLane.DELAYED,
			OmniqLane.FAILED, OmniqLane.COMPLETED);

	private final OmniqKeys keys;

	private final OmniqScripts scripts;

	private final long intervalMs;

	private Place place = new Place(OmniqLane.WAIT, "0", "0");

	/**
	 * Creates the repair.
	 * @param intervalMs how long all workers of the queue pause after a piece in which
	 * little was wrong
	 */
	OmniqRepair(OmniqKeys keys, OmniqScripts scripts, long intervalMs) {
		this.keys = keys;
		this.scripts = scripts;
		this.intervalMs = intervalMs;
	}

	/** Repairs the next piece; answers how many stale entries it removed. */
	int piece(long now) {
		Reply reply = this.scripts.repair(this.keys, now, this.place, this.intervalMs);
		if (!reply.text(0).equals("OK")) {
			return 0;
		}
		String sweep = reply.text(1);
		this.place = new Place(sweep.equals("0") ? next(this.place.lane()) : this.place.lane(), sweep, reply.text(2));
		return (int) reply.number(4);
	}

	private static OmniqLane next(OmniqLane lane) {
		return LANES.get((LANES.indexOf(lane) + 1) % LANES.size());
	}

	/**
	 * How far the repair has come.
	 *
	 * @param lane the lane whose index is swept
	 * @param sweep where the sweep goes on
	 * @param search where the search for groups goes on
	 */
	record Place(OmniqLane lane, String sweep, String search) {

	}

}
