package io.redisjobs.protocol.bullmq;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.OwnKeys;
import org.jspecify.annotations.Nullable;

/** The keys of one queue, exactly as its prefix and name are written. */
final class BullmqKeys {

	private final String prefix;

	private final String queue;

	private final String base;

	private final Map<String, String> prefixes;

	private BullmqKeys(String prefix, String queue, Map<String, String> prefixes) {
		this.prefix = prefix;
		this.queue = queue;
		this.prefixes = prefixes;
		this.base = prefix + ":" + queue + ":";
	}

	/**
	 * Makes the keys of a queue.
	 * @param prefixes the prefixes of other queues by their names
	 */
	static BullmqKeys of(String prefix, String queue, Map<String, String> prefixes, boolean cluster) {
		if (queue.isEmpty()) {
			throw new InvalidQueueException(queue, "a BullMQ queue needs a name.", "Give the queue a name.");
		}
		if (queue.contains(":")) {
			throw new InvalidQueueException(queue, "the name of a BullMQ queue cannot contain ':'.",
					"Choose a name without ':', or put that part into the prefix.");
		}
		BullmqKeys keys = new BullmqKeys(prefix, queue, prefixes);
		if (cluster && !OwnKeys.hasHashTag(keys.base)) {
			throw new InvalidQueueException(queue,
					"on a Redis Cluster all keys of a BullMQ queue must be in one slot, and '" + keys.base
							+ "' has no hash tag.",
					"Put braces around the prefix ('{" + prefix + "}') or the queue's name ('{" + queue
							+ "}'), for every client of the queue.");
		}
		return keys;
	}

	String queue() {
		return this.queue;
	}

	/** What all keys of the queue start with. */
	String base() {
		return this.base;
	}

	byte[] delayed() {
		return Bytes.of(this.base + "delayed");
	}

	/** How many jobs have started within the time span of a rate limit. */
	byte[] limiter() {
		return Bytes.of(this.base + "limiter");
	}

	byte[] meta() {
		return Bytes.of(this.base + "meta");
	}

	byte[] marker() {
		return Bytes.of(this.base + "marker");
	}

	/**
	 * The keys of which one changes when there is something to take, or will be. The
	 * marker alone does not: it may be there, unused, with the very same score.
	 */
	List<byte[]> announcing() {
		return Stream.of("wait", "prioritized", "delayed", "marker", "meta")
			.map((key) -> Bytes.of(this.base + key))
			.toList();
	}

	/** Another queue as parents are referred to; one that is not known has our prefix. */
	String queueKey(@Nullable String other) {
		String name = (other != null) ? other : this.queue;
		return this.prefixes.getOrDefault(name, this.prefix) + ":" + name;
	}

	/** The name that makes a worker's connection visible to other clients. */
	String clientName(@Nullable String workerName) {
		String name = this.prefix + ":" + Base64.getEncoder().encodeToString(Bytes.of(this.queue));
		return (workerName != null) ? name + ":w:" + workerName : name;
	}

}
