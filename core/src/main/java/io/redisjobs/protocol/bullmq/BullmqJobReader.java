package io.redisjobs.protocol.bullmq;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.Printable;
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

	private static final int FIELDS = 7;

	private static final Reply JUST_ADDED = new Reply(List.of());

	private final String queue;

	private final @Nullable Integer maxStarts;

	private final BullmqSchedules schedules;

	private final BullmqRuns runs;

	private final BullmqOptions.Reader options = new BullmqOptions.Reader();

	/**
	 * Creates a reader.
	 * @param maxStarts how often a job may be started, or {@code null} for no limit
	 */
	BullmqJobReader(String queue, @Nullable Integer maxStarts, BullmqSchedules schedules, BullmqRuns runs) {
		this.queue = queue;
		this.maxStarts = maxStarts;
		this.schedules = schedules;
		this.runs = runs;
	}

	/** Reads what a call has taken. */
	BullmqTaken read(BullmqScripts.Take take, Reply reply) {
		reportUnknown(reply.nested(3));
		Instant leaseEnd = Instant.ofEpochMilli(take.now()).plus(take.worker().lease());
		Reply jobs = reply.nested(2);
		List<BullmqReservedJob> read = new ArrayList<>(jobs.size() / FIELDS);
		for (int i = 0; i < jobs.size(); i += FIELDS) {
			read.add(readable(jobs, i, new BullmqRun(take.token(), leaseEnd, this.runs)));
		}
		return new BullmqTaken(reply.text(0), reply.number(1), this.schedules.taken(read));
	}

	private void reportUnknown(Reply ids) {
		if (ids.size() > 0) {
			logger.warn("Queue '" + this.queue + "': dropped the ids " + Printable.of(ids.texts())
					+ ", which stand for no job. Their jobs were removed, or their keys are of another type.");
		}
	}

	// a job that cannot be read must not take with it those that were taken together with
	// it
	private BullmqReservedJob readable(Reply jobs, int at, BullmqRun run) {
		try {
			return job(jobs, at, run);
		}
		catch (RuntimeException ex) {
			String refusal = "job cannot be read: " + ex.getMessage();
			logger.warn("Queue '" + this.queue + "', job " + Printable.of(jobs.text(at))
					+ ": failed without being run: " + Printable.of(refusal), ex);
			return new BullmqReservedJob(jobs.text(at), "", noData(), BullmqOptions.NONE,
					BullmqReservedJob.Stored.added(null), run, refusal);
		}
	}

	// id, name, data, opts, ats, an array of atm, stacktrace, deid, rjk, defa, and
	// timestamp
	private BullmqReservedJob job(Reply jobs, int at, BullmqRun run) {
		String id = jobs.text(at);
		String name = jobs.textOrNull(at + 1);
		byte[] data = jobs.bytesOrNull(at + 2);
		byte[] payload = (data != null && data.length > 0) ? data : noData();
		byte[] stored = jobs.bytesOrNull(at + 3);
		BullmqOptions options = (stored != null && stored.length > 0) ? this.options.read(stored) : BullmqOptions.NONE;
		Reply rest = jobs.has(at + 5) ? jobs.nested(at + 5) : JUST_ADDED;
		String refusal = refusal(rest.textOrNull(4), jobs.number(at + 4), name, options != null, payload);
		if (refusal != null) {
			logger.warn("Queue '" + this.queue + "', job " + Printable.of(id) + ": failed without being run: "
					+ Printable.of(refusal));
		}
		return new BullmqReservedJob(id, (name != null) ? name : "", payload,
				(options != null) ? options : BullmqOptions.NONE,
				stored(rest, jobs.number(at + 4), jobs.textOrNull(at + 6)), run, refusal);
	}

	// of each job its own, because handlers get it
	private static byte[] noData() {
		return new byte[] { '{', '}' };
	}

	private static BullmqReservedJob.Stored stored(Reply rest, long starts, @Nullable String timestamp) {
		return (rest == JUST_ADDED) ? BullmqReservedJob.Stored.added(timestamp)
				: new BullmqReservedJob.Stored(starts > 1, number(rest.textOrNull(0)), rest.bytesOrNull(1),
						rest.textOrNull(2), rest.textOrNull(3), timestamp);
	}

	private @Nullable String refusal(@Nullable String deferred, long starts, @Nullable String name,
			boolean optionsReadable, byte[] payload) {
		if (deferred != null && !deferred.isEmpty()) {
			return deferred;
		}
		if (this.maxStarts != null && starts > this.maxStarts) {
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
