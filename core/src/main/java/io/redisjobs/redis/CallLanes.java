package io.redisjobs.redis;

import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives calls an identity that Redis can remember in little space. A lane has one call at
 * a time, and its calls are numbered, so that the latest of each lane is all there is to
 * remember. A lane whose call has no answer is not used for another.
 */
final class CallLanes {

	private final String process = UUID.randomUUID().toString();

	private final AtomicLong drawn = new AtomicLong();

	// those used last come first, so that few are in use
	private final ConcurrentLinkedDeque<Lane> free = new ConcurrentLinkedDeque<>();

	/** A lane that nobody else uses until it is given back. */
	Lane take() {
		Lane lane = this.free.pollFirst();
		if (lane == null) {
			lane = new Lane(this.process + ":" + this.drawn.incrementAndGet());
		}
		lane.calls++;
		return lane;
	}

	/** Gives back a lane whose call was answered. */
	void giveBack(Lane lane) {
		this.free.addFirst(lane);
	}

	/** One call at a time. */
	static final class Lane {

		private final String name;

		private long calls;

		private Lane(String name) {
			this.name = name;
		}

		/** The key of its memory, under what the own keys of a queue start with. */
		byte[] memory(String ownPrefix) {
			return Bytes.of(ownPrefix + "call:" + this.name);
		}

		/** The number of its latest call. */
		byte[] number() {
			return Bytes.of(this.calls);
		}

	}

}
