package io.redisjobs.protocol.bullmq;

import java.util.ArrayList;
import java.util.List;

import io.redisjobs.redis.Reply;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the jobs a script has taken. What cannot be run is refused with a reason, so that
 * it ends up as failed instead of coming back for ever.
 */
final class BullmqJobReader {

	private static final Log logger = LogFactory.getLog(BullmqJobReader.class);

	private static final byte[] NO_DATA = { '{', '}' };

	private final String queue;

	private final @Nullable Integer maxStarts;

	private final BullmqOptions.Reader options = new BullmqOptions.Reader();

	BullmqJobReader(String queue, @Nullable Integer maxStarts) {
		this.queue = queue;
		this.maxStarts = maxStarts;
	}

	List<BullmqReservedJob> read(Reply jobs, BullmqReservedJob.Lock lock) {
		List<BullmqReservedJob> read = new ArrayList<>(jobs.size());
		for (int i = 0; i < jobs.size(); i++) {
			read.add(job(jobs.nested(i), lock));
		}
		return read;
	}

	void reportUnknown(Reply ids) {
		if (ids.size() > 0) {
			logger.warn("Queue '" + this.queue + "': dropped the ids " + ids.texts()
					+ ", which stand for no job. Their jobs were removed, or their keys are of another type.");
		}
	}

	// id, name, data, opts, ats, atm, stacktrace, deid, parentKey, parent, rjk, defa
	private BullmqReservedJob job(Reply fields, BullmqReservedJob.Lock lock) {
		String id = fields.text(0);
		String name = fields.textOrNull(1);
		byte[] data = fields.bytesOrNull(2);
		byte[] payload = (data != null && data.length > 0) ? data : NO_DATA;
		byte[] stored = fields.bytesOrNull(3);
		BullmqOptions options = (stored != null && stored.length > 0) ? this.options.read(stored) : BullmqOptions.NONE;
		String refusal = refusal(fields, name, options != null, payload);
		if (refusal != null) {
			logger.warn("Queue '" + this.queue + "', job " + id + ": failed without being run: " + refusal);
		}
		return new BullmqReservedJob(id, (name != null) ? name : "", payload,
				(options != null) ? options : BullmqOptions.NONE,
				new BullmqReservedJob.Stored(number(fields.textOrNull(5)), fields.bytesOrNull(6), fields.textOrNull(7),
						BullmqParent.of(fields.textOrNull(8), fields.bytesOrNull(9)), fields.textOrNull(10)),
				lock, refusal);
	}

	private @Nullable String refusal(Reply fields, @Nullable String name, boolean optionsReadable, byte[] payload) {
		String deferred = fields.textOrNull(11);
		if (deferred != null && !deferred.isEmpty()) {
			return deferred;
		}
		if (this.maxStarts != null && fields.number(4) > this.maxStarts) {
			return "job started more than allowable limit";
		}
		if (name == null) {
			return "job has no name";
		}
		if (!optionsReadable) {
			return "job options are not readable JSON";
		}
		if (!BullmqJson.isJson(payload)) {
			return "job data is not readable JSON";
		}
		return null;
	}

	private static int number(@Nullable String text) {
		try {
			return (text != null) ? Integer.parseInt(text) : 0;
		}
		catch (NumberFormatException ex) {
			return 0;
		}
	}

}
