package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * An entry that was delivered to this worker.
 *
 * @param entryId the entry's id
 * @param deliveries how often it has been delivered, this time included
 * @param content what it holds
 * @param consumer the consumer it was delivered to
 * @param maxAttempts how often it is delivered at most
 * @param leaseEnd when the lease ends
 * @param objection why the handler must not see it, if so
 */
record StreamsJob(String entryId, int deliveries, Envelope content, String consumer, int maxAttempts, Instant leaseEnd,
		@Nullable String objection) implements EnvelopedJob {

	@Override
	public String id() {
		String id = this.content.jobId();
		return (id != null) ? id : this.entryId;
	}

	@Override
	public String name() {
		String type = this.content.type();
		return (type != null) ? type : "";
	}

	@Override
	public byte[] payload() {
		return this.content.data();
	}

	@Override
	public byte[] raw() {
		return this.content.raw();
	}

	@Override
	public int attempt() {
		return this.deliveries;
	}

	@Override
	public String token() {
		return this.consumer + "/" + this.entryId + "/" + this.deliveries;
	}

	@Override
	public Optional<Instant> waitingSince() {
		return (this.deliveries == 1) ? Optional.ofNullable(EntryId.time(this.entryId)) : Optional.empty();
	}

	@Override
	public Map<String, String> attributes() {
		Map<String, String> attributes = new LinkedHashMap<>();
		attributes.put("entry_id", this.entryId);
		attributes.put("type", name());
		String userId = EnvelopeReader.userId(this.content);
		if (userId != null) {
			attributes.put("user_id", userId);
		}
		if (this.content.timestamp() != 0) {
			attributes.put("timestamp", Long.toString(this.content.timestamp()));
		}
		return attributes;
	}

	@Override
	public Optional<String> refusal() {
		return Optional.ofNullable(this.objection);
	}

	@Override
	public JobEnvelope envelope() {
		return new JobEnvelope(id(), EnvelopeReader.userId(this.content), name(),
				EnvelopeReader.tree(this.content.data()), this.content.timestamp());
	}

	StreamsJob extendedTo(Instant leaseEnd) {
		return new StreamsJob(this.entryId, this.deliveries, this.content, this.consumer, this.maxAttempts, leaseEnd,
				this.objection);
	}

	StreamsJob refusedBecause(String reason) {
		return new StreamsJob(this.entryId, this.deliveries, this.content, this.consumer, this.maxAttempts,
				this.leaseEnd, reason);
	}

}
