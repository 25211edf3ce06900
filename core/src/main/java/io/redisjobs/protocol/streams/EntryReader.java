package io.redisjobs.protocol.streams;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/** Makes jobs of entries that were delivered to this consumer. */
final class EntryReader {

	private final StreamsBinding binding;

	EntryReader(StreamsBinding binding) {
		this.binding = binding;
	}

	/**
	 * The jobs of a script's reply.
	 * @param flat id, delivery count, payload
	 * @param start when the script was called
	 */
	List<StreamsJob> jobs(Reply flat, Instant start) {
		Instant leaseEnd = start.plus(this.binding.lease());
		List<StreamsJob> jobs = new ArrayList<>(flat.size() / 3);
		for (int i = 0; i < flat.size(); i += 3) {
			jobs.add(job(flat.text(i), (int) flat.number(i + 1), flat.bytesOrNull(i + 2), leaseEnd));
		}
		return jobs;
	}

	/** The job of a new entry. */
	StreamsJob job(String entryId, byte @Nullable [] payload, Instant leaseEnd) {
		return job(entryId, 1, payload, leaseEnd);
	}

	private StreamsJob job(String entryId, int deliveries, byte @Nullable [] payload, Instant leaseEnd) {
		Envelope envelope = EnvelopeReader.read(payload);
		return new StreamsJob(entryId, deliveries, envelope, this.binding.consumer(),
				this.binding.settings().attempts(), leaseEnd, objection(envelope, deliveries));
	}

	private @Nullable String objection(Envelope envelope, int deliveries) {
		int attempts = this.binding.settings().attempts();
		if (envelope.problem() != null) {
			return envelope.problem();
		}
		if (deliveries > attempts) {
			return "Its workers ended without a word in all of " + attempts + " attempts";
		}
		return (this.binding.settings().router() && envelope.jobId() == null) ? "The envelope has no job_id" : null;
	}

}
