package io.redisjobs.protocol.omniq;

import java.util.List;

import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.OwnKeys;

/** The keys of a queue; all share one cluster slot. */
final class OmniqKeys {

	private final String queue;

	private final List<byte[]> anchor;

	private final String ownPrefix;

	private final byte[] wait;

	private final byte[] delayed;

	private final byte[] ready;

	OmniqKeys(String queue) {
		this.queue = OmniqNames.queue(queue);
		String base = base(queue);
		this.anchor = List.of(Bytes.of(base + ":meta"));
		this.ownPrefix = OwnKeys.beside(base);
		this.wait = Bytes.of(base + ":wait");
		this.delayed = Bytes.of(base + ":delayed");
		this.ready = Bytes.of(base + ":groups:ready");
	}

	static String base(String queue) {
		return "{" + queue + "}";
	}

	/** The keys of a counter of children: the count and the children that are done. */
	static List<byte[]> counter(String key) {
		String base = "{cc:" + OmniqNames.counter(key) + "}";
		return List.of(Bytes.of(base + ":count"), Bytes.of(base + ":done"));
	}

	String queue() {
		return this.queue;
	}

	/** The one key that scripts get; they derive the others from it. */
	List<byte[]> anchor() {
		return this.anchor;
	}

	/** What all keys of the queue start with. */
	String prefix() {
		return base(this.queue) + ":";
	}

	byte[] job(String id) {
		return Bytes.of(prefix() + "job:" + id);
	}

	/** What the keys of redis-jobs in the queue's slot start with. */
	String ownPrefix() {
		return this.ownPrefix;
	}

	/** Says that a piece was repaired a moment ago. */
	byte[] repaired() {
		return Bytes.of(this.ownPrefix + "repaired");
	}

	/** Says how far the workers have come with the repair. */
	byte[] repairProgress() {
		return Bytes.of(this.ownPrefix + "repair");
	}

	/** The keys of which one changes when there is something to take. */
	List<byte[]> announcing() {
		return List.of(this.wait, this.ready, this.delayed, Bytes.of(base(this.queue) + ":paused"));
	}

	/** What the counts begin with of how often jobs went back for another worker. */
	String handBacks() {
		return this.ownPrefix + "handBacks:";
	}

	/** The line of ungrouped jobs. */
	byte[] waitLine() {
		return this.wait;
	}

	/** The jobs that are due later. */
	byte[] delayed() {
		return this.delayed;
	}

	/** The groups that can be served. */
	byte[] readyGroups() {
		return this.ready;
	}

}
