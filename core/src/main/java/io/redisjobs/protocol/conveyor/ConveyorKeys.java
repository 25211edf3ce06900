package io.redisjobs.protocol.conveyor;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import io.redisjobs.protocol.conveyor.ConveyorSettings.Preset;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.OwnKeys;

/** The names of Conveyor's keys in one of its two layouts. */
final class ConveyorKeys {

	private static final Pattern UUID = Pattern
		.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

	private static final Set<String> TAKEN = Set.of("scheduled", "failed", "failed:raw", "closing");

	private static final List<String> TAKEN_PREFIXES = List.of("jobs:", "job:", "worker", "queues:");

	private final Preset preset;

	private final String base;

	private final String jobBase;

	private final String ownPrefix;

	ConveyorKeys(ConveyorSettings settings) {
		this.preset = settings.preset();
		this.base = Objects.requireNonNullElse(settings.prefix(), (this.preset == Preset.GO) ? "conv:" : "");
		this.jobBase = this.base + ((this.preset == Preset.GO) ? "job:" : "jobs:");
		this.ownPrefix = OwnKeys.beside(this.base);
	}

	/** Why a queue cannot have a name. */
	Optional<String> problemWithQueue(String name) {
		if (name.isBlank()) {
			return Optional.of("its name is blank");
		}
		if (this.preset == Preset.SPEC
				&& (TAKEN.contains(name) || TAKEN_PREFIXES.stream().anyMatch((prefix) -> name.startsWith(prefix)))) {
			return Optional.of("'" + name + "' is or could be the name of one of the contract's own keys");
		}
		return Optional.empty();
	}

	/** Why a job cannot have an id. */
	Optional<String> problemWithId(String id) {
		if (this.preset == Preset.SPEC && !UUID.matcher(id).matches()) {
			return Optional.of("'" + id + "' is not a UUID");
		}
		if (id.isBlank() || id.indexOf(':') >= 0) {
			return Optional.of("'" + id + "' is blank or contains a colon");
		}
		return Optional.empty();
	}

	/** Why a job that was read cannot be worked. */
	Optional<String> problemWith(ConveyorJob job) {
		return problemWithQueue(job.queue()).or(() -> problemWithId(job.uuid()))
			.or(() -> job.type().isBlank() ? Optional.of("its type is blank") : Optional.empty())
			.or(() -> job.parentUuid().isEmpty() ? Optional.empty() : problemWithId(job.parentUuid()))
			.or(() -> job.predecessorUuid().isEmpty() ? Optional.empty() : problemWithId(job.predecessorUuid()));
	}

	/** What the keys of redis-jobs beside Conveyor's start with. */
	String ownPrefix() {
		return this.ownPrefix;
	}

	byte[] queue(String name) {
		return key(((this.preset == Preset.GO) ? "queue:" : "") + name);
	}

	byte[] jobPrefix() {
		return Bytes.of(this.jobBase);
	}

	byte[] job(String uuid) {
		return Bytes.of(this.jobBase + uuid);
	}

	byte[] children(String uuid) {
		return Bytes.of(this.jobBase + uuid + ":children");
	}

	byte[] released(String uuid) {
		return Bytes.of(this.jobBase + uuid + ":active");
	}

	/** The list of the children or of the heirs that wait for a job. */
	byte[] waiting(String uuid, boolean heirs) {
		return heirs ? heirs(uuid) : children(uuid);
	}

	byte[] heirs(String uuid) {
		return Bytes.of(this.jobBase + uuid + ":onComplete");
	}

	byte[] scheduled() {
		return key("scheduled");
	}

	byte[] failed() {
		return key("failed");
	}

	byte[] unreadable() {
		return key("failed:raw");
	}

	byte[] closing() {
		return key("closing");
	}

	byte[] jobsActive() {
		return key("jobs:active");
	}

	/** How many children and heirs jobs had before their run. */
	byte[] given() {
		return key("jobs:given");
	}

	/** The jobs that are on their way to a worker. */
	byte[] known() {
		return Bytes.of(this.ownPrefix + "known");
	}

	/** How often a job went back for another worker. */
	byte[] handBacks(String uuid) {
		return Bytes.of(this.ownPrefix + "handBacks:" + uuid);
	}

	byte[] queuesActive() {
		return key("queues:active");
	}

	byte[] queuesPaused() {
		return key("queues:paused");
	}

	byte[] workersActive() {
		return key("workers:active");
	}

	byte[] workersHand() {
		return key("workers:hand");
	}

	byte[] workerPrefix() {
		return key("worker:active:");
	}

	byte[] workerActive(String worker) {
		return key("worker:active:" + worker);
	}

	byte[] hand(String worker) {
		return key("worker:hand:" + worker);
	}

	byte[] events() {
		return key("events");
	}

	private byte[] key(String name) {
		return Bytes.of(this.base + name);
	}

}
