package io.redisjobs.protocol.streams;

import java.time.Clock;
import java.time.Duration;

import io.redisjobs.protocol.Delays;
import io.redisjobs.redis.Bytes;

/**
 * What the parts of one queue share.
 *
 * @param queue the queue's name
 * @param settings how it uses its stream
 * @param keys its keys
 * @param group its consumer group
 * @param consumer this worker's name in the group
 * @param lease how long an entry may stay without a sign of life
 * @param clock the time
 */
record StreamsBinding(String queue, StreamsSettings settings, StreamsKeys keys, String group, String consumer,
		Duration lease, Clock clock) {

	/** Holds entries that wait to be delivered again and are no worker's. */
	static final String HOLDER = "returned";

	byte[] groupBytes() {
		return Bytes.of(this.group);
	}

	byte[] consumerBytes() {
		return Bytes.of(this.consumer);
	}

	byte[] failures() {
		String failuresTo = this.settings.failuresTo();
		return (failuresTo != null) ? this.keys.streamOf(failuresTo) : this.keys.dead();
	}

	/** The key of the job id's marker, empty where job ids are not guarded. */
	byte[] marker(StreamsJob job) {
		return this.settings.oncePerJobId() ? this.keys.marker(job.id()) : new byte[0];
	}

	Duration retention() {
		return Delays.bounded(this.settings.retentionOf(this.queue));
	}

}
