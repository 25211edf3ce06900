package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract's scripts as methods; a time of 0 takes the server's clock. */
public final class OmniqScripts {

	/** The names of all scripts. */
	public static final List<String> NAMES = List.of("enqueue", "reserve", "exchange", "heartbeat", "ackSuccess",
			"ackFail", "release", "promoteDelayed", "reapExpired", "repair", "setGroupLimit", "pause", "resume",
			"retryFailed", "removeJobs", "childsInit", "childAck", "readJobs", "readLane", "readStats", "readCounts",
			"readGroups");

	private static final int MAX_JOBS = 250;

	private static final int MAX_BYTES = 1024 * 1024;

	private static final int UPKEEP_PIECE = 200;

	/** The most running jobs and ready groups that are counted one by one. */
	private static final int MAX_COUNTED = 1000;

	/** The most keys in which a piece of a repair looks for groups. */
	private static final int MAX_SEARCHED = 1000;

	private static final Duration PROGRESS_KEPT = Duration.ofDays(1);

	private final ContractScripts scripts;

	public OmniqScripts(ContractScripts scripts) {
		this.scripts = scripts;
	}

	RedisConnectionFactory connections() {
		return this.scripts.runner().connections();
	}

	/** Publishes jobs in as few calls as keep each of them short; a word for each job. */
	List<String> enqueue(OmniqKeys keys, long now, OmniqSettings.OnDuplicate onDuplicate, List<OmniqNewJob> jobs) {
		List<String> outcomes = new ArrayList<>(jobs.size());
		int first = 0;
		while (first < jobs.size()) {
			int end = first;
			int bytes = 0;
			while (end < jobs.size() && end - first < MAX_JOBS && (end == first || bytes < MAX_BYTES)) {
				bytes += jobs.get(end).payload().length;
				end++;
			}
			outcomes.addAll(enqueueChunk(keys, now, onDuplicate, jobs.subList(first, end)));
			first = end;
		}
		return outcomes;
	}

	private List<String> enqueueChunk(OmniqKeys keys, long now, OmniqSettings.OnDuplicate onDuplicate,
			List<OmniqNewJob> jobs) {
		List<byte[]> args = new ArrayList<>(2 + 9 * jobs.size());
		args.add(Bytes.of(now));
		args.add(word(onDuplicate));
		for (OmniqNewJob job : jobs) {
			args.add(Bytes.of(job.id()));
			args.add(Bytes.of(job.given()));
			args.add(job.payload());
			args.add(Bytes.of(job.maxAttempts()));
			args.add(Bytes.of(job.timeoutMs()));
			args.add(Bytes.of(job.backoffMs()));
			args.add((job.delayMs() > 0) ? Bytes.of("+" + job.delayMs()) : Bytes.of(job.dueMs()));
			args.add(Bytes.of(job.gid()));
			args.add(Bytes.of(job.groupLimit()));
		}
		return this.scripts.runOnce("enqueue", keys.ownPrefix(), keys.anchor(), args).texts();
	}

	OmniqTaken reserve(OmniqKeys keys, long now, int max, Instant start) {
		return OmniqTaken.of(send(call("reserve", keys, Bytes.of(now), Bytes.of(max))), 0, start);
	}

	/**
	 * Acknowledges successes, promotes and leases; the reply starts with the outcomes.
	 */
	OnceCall exchange(OmniqKeys keys, long now, int keep, int max, int maxPromote, List<OmniqLease> done) {
		List<byte[]> args = new ArrayList<>(4 + 2 * done.size());
		args.add(Bytes.of(now));
		args.add(Bytes.of(keep));
		args.add(Bytes.of(max));
		args.add(Bytes.of(maxPromote));
		addLeases(args, done);
		return call("exchange", keys, args);
	}

	OmniqRenewal heartbeat(OmniqKeys keys, long now, OmniqSettings.HeartbeatMode mode, List<OmniqLease> leases) {
		List<byte[]> args = new ArrayList<>(2 + 2 * leases.size());
		args.add(Bytes.of(now));
		args.add(word(mode));
		addLeases(args, leases);
		Reply reply = this.scripts.run("heartbeat", keys.anchor(), args);
		List<OmniqOutcome> outcomes = new ArrayList<>(leases.size());
		for (int i = 0; i < leases.size(); i++) {
			String id = leases.get(i).jobId();
			outcomes.add("OK".equals(reply.text(2 * i + 1)) ? new OmniqOutcome(id, null, reply.number(2 * i + 2))
					: OmniqOutcome.of(id, reply.text(2 * i + 2)));
		}
		return new OmniqRenewal(reply.number(0), outcomes);
	}

	/** Acknowledges successes; the reply is a word for each. */
	OnceCall ackSuccess(OmniqKeys keys, long now, int keep, List<OmniqLease> leases) {
		List<byte[]> args = new ArrayList<>(2 + 2 * leases.size());
		args.add(Bytes.of(now));
		args.add(Bytes.of(keep));
		addLeases(args, leases);
		return call("ackSuccess", keys, args);
	}

	/** Ends an attempt; a negative delay takes the job's backoff. */
	OnceCall ackFail(OmniqKeys keys, long now, OmniqLease lease, OmniqFailure failure) {
		return call("ackFail", keys, Bytes.of(lease.jobId()), Bytes.of(now), Bytes.of(lease.token()),
				Bytes.of(failure.error()), Bytes.of(failure.failedKeep()),
				Bytes.of(failure.forGood() ? "fail" : "retry"), Bytes.of(failure.delayMs()));
	}

	OnceCall release(OmniqKeys keys, long now, OmniqLease lease) {
		return call("release", keys, Bytes.of(lease.jobId()), Bytes.of(now), Bytes.of(lease.token()));
	}

	int promoteDelayed(OmniqKeys keys, long now, int max) {
		return inPieces(max, (piece) -> run("promoteDelayed", keys, Bytes.of(now), Bytes.of(piece)));
	}

	/** Does upkeep in calls that do not hold Redis for long; answers how many jobs. */
	private static int inPieces(int max, IntFunction<Reply> upkeep) {
		int done = 0;
		int piece;
		int found;
		do {
			piece = Math.min(UPKEEP_PIECE, max - done);
			found = (int) upkeep.apply(piece).number(1);
			done += found;
		}
		while (found == piece && done < max);
		return done;
	}

	/** How many leases were over, and how many of those jobs have failed for good. */
	int[] reapExpired(OmniqKeys keys, long now, int max, int failedKeep) {
		int[] failed = { 0 };
		int over = inPieces(max, (piece) -> {
			Reply reply = run("reapExpired", keys, Bytes.of(now), Bytes.of(piece), Bytes.of(failedKeep));
			failed[0] += (int) reply.number(2);
			return reply;
		});
		return new int[] { over, failed[0] };
	}

	/**
	 * Repairs a piece, unless some worker has done that within the interval; answers
	 * whether so much was wrong that the next piece should follow at once.
	 */
	boolean repair(OmniqKeys keys, long now, Duration interval) {
		Reply reply = this.scripts.run("repair", List.of(keys.anchor().get(0), keys.repaired(), keys.repairProgress()),
				List.of(Bytes.of(now), Bytes.of(UPKEEP_PIECE), Bytes.of(MAX_SEARCHED), Bytes.of(MAX_COUNTED),
						Bytes.of(interval.toMillis()), Bytes.of(PROGRESS_KEPT.toMillis())));
		return reply.text(0).equals("OK") && reply.number(1) == 1;
	}

	void setGroupLimit(OmniqKeys keys, long now, String gid, int limit) {
		run("setGroupLimit", keys, Bytes.of(now), Bytes.of(gid), Bytes.of(limit));
	}

	void pause(OmniqKeys keys) {
		run("pause", keys);
	}

	int resume(OmniqKeys keys) {
		return (int) run("resume", keys).number(0);
	}

	List<OmniqOutcome> retryFailed(OmniqKeys keys, long now, List<String> ids) {
		List<byte[]> args = new ArrayList<>(1 + ids.size());
		args.add(Bytes.of(now));
		ids.forEach((id) -> args.add(Bytes.of(id)));
		return outcomes(this.scripts.run("retryFailed", keys.anchor(), args), ids);
	}

	List<OmniqOutcome> removeJobs(OmniqKeys keys, long now, OmniqLane lane, List<String> ids) {
		List<byte[]> args = new ArrayList<>(2 + ids.size());
		args.add(Bytes.of(now));
		args.add(Bytes.of(lane.key()));
		ids.forEach((id) -> args.add(Bytes.of(id)));
		return outcomes(this.scripts.run("removeJobs", keys.anchor(), args), ids);
	}

	Reply childsInit(String key, int expected, long ttlMs) {
		return this.scripts.run("childsInit", OmniqKeys.counter(key), List.of(Bytes.of(expected), Bytes.of(ttlMs)));
	}

	Reply childAck(String key, String child, long ttlMs) {
		return this.scripts.run("childAck", OmniqKeys.counter(key), List.of(Bytes.of(child), Bytes.of(ttlMs)));
	}

	Reply readJobs(OmniqKeys keys, Collection<String> ids) {
		return this.scripts.run("readJobs", keys.anchor(), ids.stream().map(Bytes::of).toList());
	}

	Reply readLane(OmniqKeys keys, OmniqLane lane, int skip, int max, boolean newestFirst) {
		return run("readLane", keys, Bytes.of(lane.key()), Bytes.of(skip), Bytes.of(max),
				Bytes.of(newestFirst ? "newest" : "oldest"));
	}

	Reply readStats(OmniqKeys keys) {
		return run("readStats", keys);
	}

	Reply readCounts(OmniqKeys keys) {
		return run("readCounts", keys, Bytes.of(MAX_COUNTED));
	}

	/** Reads the given groups, or those that are ready if none is given. */
	Reply readGroups(OmniqKeys keys, int max, List<String> gids) {
		List<byte[]> args = new ArrayList<>(1 + gids.size());
		args.add(Bytes.of(max));
		gids.forEach((gid) -> args.add(Bytes.of(gid)));
		return this.scripts.run("readGroups", keys.anchor(), args);
	}

	Reply send(OnceCall call) {
		return this.scripts.send(call);
	}

	<A, J> UnansweredCalls<A, J> unanswered() {
		return new UnansweredCalls<>(this.scripts);
	}

	private OnceCall call(String name, OmniqKeys keys, byte[]... args) {
		return call(name, keys, List.of(args));
	}

	private OnceCall call(String name, OmniqKeys keys, List<byte[]> args) {
		return this.scripts.prepare(name, keys.ownPrefix(), keys.anchor(), args);
	}

	private Reply run(String name, OmniqKeys keys, byte[]... args) {
		return this.scripts.run(name, keys.anchor(), List.of(args));
	}

	private static void addLeases(List<byte[]> args, List<OmniqLease> leases) {
		for (OmniqLease lease : leases) {
			args.add(Bytes.of(lease.jobId()));
			args.add(Bytes.of(lease.token()));
		}
	}

	static List<OmniqOutcome> outcomes(Reply words, List<String> ids) {
		List<OmniqOutcome> outcomes = new ArrayList<>(ids.size());
		for (int i = 0; i < ids.size(); i++) {
			outcomes.add(OmniqOutcome.of(ids.get(i), words.text(i)));
		}
		return outcomes;
	}

	private static byte[] word(Enum<?> value) {
		return Bytes.of(value.name().toLowerCase(Locale.ROOT));
	}

}
