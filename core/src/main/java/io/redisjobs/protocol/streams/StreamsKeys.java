package io.redisjobs.protocol.streams;

import java.util.List;

import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.OwnKeys;

/** The keys of one queue. */
final class StreamsKeys {

	private final String prefix;

	private final String stream;

	private final String group;

	private final byte[] streamKey;

	private final String ownPrefix;

	private final byte[] retries;

	private final byte[] paused;

	private final byte[] dead;

	StreamsKeys(String prefix, String queue, String group) {
		this.prefix = prefix;
		this.group = group;
		this.stream = prefix + queue;
		this.streamKey = Bytes.of(this.stream);
		this.ownPrefix = OwnKeys.beside(this.stream);
		this.retries = Bytes.of(allRetries() + group);
		this.paused = Bytes.of(this.stream + ":paused");
		this.dead = Bytes.of(this.stream + ":dead");
	}

	/** The keys of which one changes when there is something to take. */
	List<byte[]> announcing() {
		return List.of(this.streamKey, this.retries, this.paused);
	}

	String streamName() {
		return this.stream;
	}

	byte[] stream() {
		return this.streamKey;
	}

	/** What the keys of redis-jobs in the stream's slot start with. */
	String ownPrefix() {
		return this.ownPrefix;
	}

	/** Entries that wait to be delivered again, by due time. */
	byte[] retries() {
		return this.retries;
	}

	/** What the keys of such entries of all groups begin with. */
	String allRetries() {
		return this.stream + ":retries:";
	}

	byte[] paused() {
		return this.paused;
	}

	/** Failures of a queue that names no other queue for them. */
	byte[] dead() {
		return this.dead;
	}

	byte[] streamOf(String queue) {
		return Bytes.of(this.prefix + queue);
	}

	/** Says that workers of ours recover what the group has lost. */
	byte[] attended() {
		return Bytes.of(this.ownPrefix + "attended:" + this.group);
	}

	/** What the counts of earlier deliveries of entries begin with. */
	byte[] deliveryCounts() {
		return Bytes.of(this.ownPrefix + "deliveries:" + this.group + ":");
	}

	/** How often an entry went back for another worker. */
	byte[] handBacks(String entryId) {
		return Bytes.of(this.ownPrefix + "handBacks:" + this.group + ":" + entryId);
	}

	/** How often a job has passed this stream's router. */
	byte[] passes(String job) {
		return Bytes.of(this.ownPrefix + "passes:" + job);
	}

	/** What the keys begin with that say how far the runs of job ids have come. */
	String markers() {
		return this.stream + ":once:";
	}

	/** Says how far the run of a job id has come. */
	byte[] marker(String jobId) {
		return Bytes.of(markers() + this.group + ":" + jobId);
	}

}
