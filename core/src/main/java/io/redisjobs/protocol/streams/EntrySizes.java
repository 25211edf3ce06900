package io.redisjobs.protocol.streams;

import java.util.List;

/**
 * How large entries are, by those seen last: Redis delivers a number of entries, whatever
 * they weigh, and one reply is to have about a mebibyte at most.
 */
final class EntrySizes {

	private static final int ROOM = 1 << 20;

	/** 0 while none was seen. */
	private volatile int largest;

	void seen(List<StreamsJob> jobs) {
		if (!jobs.isEmpty()) {
			int seen = 1;
			for (StreamsJob job : jobs) {
				seen = Math.max(seen, job.raw().length);
			}
			// one large entry is remembered for a while
			this.largest = Math.max(seen, this.largest / 2);
		}
	}

	/** How large the next one may be, 0 if nothing is known. */
	int expected() {
		return this.largest;
	}

	/** Whether so many are known to have room. */
	boolean haveRoom(int count) {
		int expected = this.largest;
		return expected > 0 && (long) expected * count <= ROOM;
	}

	/** How many have room, at least one. */
	int withRoom(int most) {
		int expected = this.largest;
		return (expected > 0) ? Math.max(1, Math.min(most, ROOM / expected)) : 1;
	}

}
