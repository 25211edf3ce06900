package io.redisjobs.protocol.streams;

import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.Printable;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Entries that foreign workers hold and neither acknowledge nor extend: they become
 * readable again as new entries, or failures when they were delivered often enough.
 */
final class AbandonedEntries {

	private static final Log logger = LogFactory.getLog(AbandonedEntries.class);

	private static final int PARTS = 6;

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private String cursor = EntryPage.START;

	AbandonedEntries(StreamsBinding binding, StreamsScripts scripts) {
		this.binding = binding;
		this.scripts = scripts;
	}

	/** Not thread-safe. */
	StreamsUpkeep.Recovery recover(int limit) {
		StreamsScripts.Recovered recovered = this.scripts.redeliver(this.cursor, limit);
		if (recovered.count() > 0) {
			logger.warn("Queue '" + this.binding.queue() + "': " + recovered.count()
					+ " jobs were not acknowledged by their workers within "
					+ Delays.bounded(this.binding.settings().abandonedAfter()) + " and are delivered again");
		}
		int failed = failAll(recovered.spent());
		this.cursor = recovered.next();
		return new StreamsUpkeep.Recovery(recovered.count(), failed, EntryPage.START.equals(this.cursor));
	}

	private int failAll(Reply flat) {
		int failed = 0;
		for (int i = 0; i < flat.size(); i += PARTS) {
			boolean deleted = "deleted".equals(flat.text(i + 5));
			int total = (int) flat.number(i + 3);
			StreamsJob job = new StreamsJob(flat.text(i), total, EnvelopeReader.read(flat.bytesOrNull(i + 4)),
					flat.text(i + 1), this.binding.settings().attempts(), this.binding.clock().instant(), null);
			String error = deleted ? "The entry was deleted from the stream before it was done"
					: "Its workers abandoned it or died in all of " + total + " attempts";
			failed += fail(job, flat.number(i + 2), error) ? 1 : 0;
		}
		return failed;
	}

	private boolean fail(StreamsJob job, long deliveries, String error) {
		byte[] failure = EnvelopeWriter.failure(job, error, this.binding.keys().streamName(),
				this.binding.clock().millis());
		Reply reply = this.scripts.send(this.scripts.failAbandoned(job, deliveries, failure));
		if (!"failed".equals(reply.text(0))) {
			return false;
		}
		logger.warn("Queue '" + this.binding.queue() + "', job " + Printable.of(job.id()) + ": failed and goes to "
				+ Bytes.text(this.binding.failures()) + ": " + error);
		return true;
	}

}
