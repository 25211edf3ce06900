package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.List;

import io.redisjobs.protocol.Delays;
import io.redisjobs.protocol.Printable;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Entries that foreign workers hold and neither acknowledge nor renew: they become
 * readable again as new entries, or failures when they were delivered often enough.
 */
final class AbandonedEntries {

	private static final Log logger = LogFactory.getLog(AbandonedEntries.class);

	private static final String START = "-";

	private static final int PARTS = 6;

	private final StreamBinding binding;

	private final StreamsScripts scripts;

	private String cursor = START;

	AbandonedEntries(StreamBinding binding, StreamsScripts scripts) {
		this.binding = binding;
		this.scripts = scripts;
	}

	/** Not thread-safe. */
	StreamsUpkeep.Recovery recover(int limit) {
		StreamsSettings settings = this.binding.settings();
		StreamsKeys keys = this.binding.keys();
		Duration abandonedAfter = Delays.bounded(settings.abandonedAfter());
		Duration remembered = Delays.bounded(this.binding.retention().plus(abandonedAfter));
		Reply reply = this.scripts.run("redeliver", List.of(keys.stream(), keys.retries(), keys.attended()),
				List.of(this.binding.groupBytes(), Bytes.of(abandonedAfter.toMillis()), Bytes.of(this.cursor),
						Bytes.of(limit), Bytes.of(settings.attempts()), keys.deliveryCounts(),
						Bytes.of(remembered.toMillis())));
		int redelivered = (int) reply.number(1);
		if (redelivered > 0) {
			logger.warn("Queue '" + this.binding.queue() + "': " + redelivered
					+ " jobs were not acknowledged by their workers within " + abandonedAfter
					+ " and are delivered again");
		}
		int dead = buryAll(reply.nested(2));
		this.cursor = reply.text(0);
		return new StreamsUpkeep.Recovery(redelivered, dead, START.equals(this.cursor));
	}

	private int buryAll(Reply flat) {
		int dead = 0;
		for (int i = 0; i < flat.size(); i += PARTS) {
			boolean deleted = "deleted".equals(flat.text(i + 5));
			int total = (int) flat.number(i + 3);
			StreamsJob job = new StreamsJob(flat.text(i), total, EnvelopeReader.read(flat.bytesOrNull(i + 4)),
					flat.text(i + 1), this.binding.settings().attempts(), this.binding.clock().instant(), null);
			String error = deleted ? "The entry was deleted from the stream before it was done"
					: "Its workers gave it up or died in all of " + total + " attempts";
			dead += bury(job, flat.number(i + 2), error);
		}
		return dead;
	}

	private int bury(StreamsJob job, long deliveries, String error) {
		StreamsKeys keys = this.binding.keys();
		byte[] failure = EnvelopeWriter.failure(job, error, keys.streamName(), this.binding.clock().millis());
		Reply reply = this.scripts.runOnce("fail", keys, List.of(keys.stream(), this.binding.failures()),
				List.of(this.binding.groupBytes(), Bytes.of(job.consumer()), Bytes.of(job.entryId()),
						Bytes.of(deliveries), failure, new byte[0], new byte[0]));
		if (!"failed".equals(reply.text(0))) {
			return 0;
		}
		logger.warn("Queue '" + this.binding.queue() + "': job " + Printable.of(job.id()) + " has failed and goes to "
				+ Bytes.text(this.binding.failures()) + ": " + error);
		return 1;
	}

}
