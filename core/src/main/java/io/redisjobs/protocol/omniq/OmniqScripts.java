package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.redisjobs.protocol.FailureAction;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;
import io.redisjobs.redis.UnansweredCalls;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The contract's scripts as methods; a time of 0 takes the server's clock. */
public final class OmniqScripts {

	/** The names of all scripts. */
	public static final List<String> NAMES = List.of("enqueue", "reserve", "exchange", "heartbeat", "ackSuccess",
			"ackFail", "release", "handBack", "promoteDelayed", "reapExpired", "repair", "setGroupLimit", "pause",
			"resume", "retryFailed", "removeJobs", "childsInit", "childAck", "readJobs", "readLane", "readStats",
			"readCounts", "readGroups");

	/** The most running jobs and ready groups that are counted one by one. */
	private static final int MAX_COUNTED = 1000;

	/** The most entries of an index that a piece of a repair looks at. */
	private static final int MAX_SWEPT = 200;

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

	/** Publishes jobs; a word for each. */
	List<String> enqueue(OmniqKeys keys, long now, OmniqSettings.OnDuplicate onDuplicate, List<OmniqNewJob> jobs) {
		ScriptArguments arguments = new ScriptArguments().add(now).add(word(onDuplicate));
		for (OmniqNewJob job : jobs) {
			arguments.add(job.id())
				.addFlag(job.given())
				.add(job.payload())
				.add(job.maxAttempts())
				.add(job.timeoutMs())
				.add(job.backoffMs());
			if (job.delayMs() > 0) {
				arguments.add("+" + job.delayMs());
			}
			else {
				arguments.add(job.dueMs());
			}
			arguments.add(job.gid()).add(job.groupLimit());
		}
		return send(call("enqueue", keys, arguments)).texts();
	}

	/** Takes jobs; their leases are counted from the start. */
	OmniqTaken reserve(OmniqKeys keys, long now, int max, Instant start) {
		return OmniqTaken.of(send(call("reserve", keys, new ScriptArguments().add(now).add(max))), 0, start);
	}

	/**
	 * Acknowledges successes, promotes and takes; the reply starts with a word for each.
	 */
	OnceCall exchange(OmniqKeys keys, OmniqRequest request, List<OmniqLease> leases) {
		return call("exchange", keys,
				with(new ScriptArguments().add(request.now())
					.add(request.completedKeep())
					.add(request.max())
					.add(request.maxPromote()), leases));
	}

	Heartbeat heartbeat(OmniqKeys keys, long now, OmniqSettings.HeartbeatMode mode, List<OmniqLease> leases) {
		Reply reply = run("heartbeat", keys, with(new ScriptArguments().add(now).add(word(mode)), leases));
		List<OmniqOutcome> outcomes = new ArrayList<>(leases.size());
		for (int i = 0; i < leases.size(); i++) {
			String id = leases.get(i).jobId();
			outcomes.add("OK".equals(reply.text(2 * i + 1)) ? new OmniqOutcome(id, null, reply.number(2 * i + 2))
					: OmniqOutcome.of(id, reply.text(2 * i + 2)));
		}
		return new Heartbeat(reply.number(0), outcomes);
	}

	/** Acknowledges successes; the reply is a word for each. */
	OnceCall ackSuccess(OmniqKeys keys, long now, int completedKeep, List<OmniqLease> leases) {
		return call("ackSuccess", keys, with(new ScriptArguments().add(now).add(completedKeep), leases));
	}

	/** Ends an attempt; a negative delay takes the job's backoff. */
	OnceCall ackFail(OmniqKeys keys, long now, OmniqLease lease, OmniqFailure failure) {
		return call("ackFail", keys,
				new ScriptArguments().add(lease.jobId())
					.add(now)
					.add(lease.token())
					.add(failure.error())
					.add(failure.failedKeep())
					.add(failure.forGood() ? "fail" : "retry")
					.add(failure.delayMs()));
	}

	OnceCall release(OmniqKeys keys, long now, OmniqLease lease) {
		return call("release", keys, new ScriptArguments().add(lease.jobId()).add(now).add(lease.token()));
	}

	OnceCall handBack(OmniqKeys keys, long now, OmniqLease lease, String error, FailureAction.HandBack action) {
		return call("handBack", keys,
				new ScriptArguments().add(lease.jobId())
					.add(now)
					.add(lease.token())
					.add(error)
					.add(action.most())
					.add(action.pause().toMillis())
					.add(keys.handBacks())
					.add(action.rememberFor().toMillis()));
	}

	/** Answers how many were due. */
	int promoteDelayed(OmniqKeys keys, long now, int max) {
		return (int) run("promoteDelayed", keys, new ScriptArguments().add(now).add(max)).number(1);
	}

	Reaped reapExpired(OmniqKeys keys, long now, int max, int failedKeep) {
		Reply reply = run("reapExpired", keys, new ScriptArguments().add(now).add(max).add(failedKeep));
		return new Reaped((int) reply.number(1), (int) reply.number(2), reply.number(3));
	}

	/**
	 * Repairs a piece, unless some worker has done that within the interval; answers
	 * whether so much was wrong that the next piece should follow at once.
	 */
	boolean repair(OmniqKeys keys, long now, Duration interval) {
		Reply reply = this.scripts.run("repair", List.of(keys.anchor().get(0), keys.repaired(), keys.repairProgress()),
				new ScriptArguments().add(now)
					.add(MAX_SWEPT)
					.add(MAX_SEARCHED)
					.add(MAX_COUNTED)
					.add(interval.toMillis())
					.add(PROGRESS_KEPT.toMillis())
					.values());
		return reply.text(0).equals("OK") && reply.number(1) == 1;
	}

	void setGroupLimit(OmniqKeys keys, long now, String gid, int limit) {
		run("setGroupLimit", keys, new ScriptArguments().add(now).add(gid).add(limit));
	}

	void pause(OmniqKeys keys) {
		run("pause", keys, new ScriptArguments());
	}

	/** Answers 1 if the queue was paused, else 0. */
	int resume(OmniqKeys keys) {
		return (int) run("resume", keys, new ScriptArguments()).number(0);
	}

	List<OmniqOutcome> retryFailed(OmniqKeys keys, long now, List<String> ids) {
		ScriptArguments arguments = new ScriptArguments().add(now);
		ids.forEach(arguments::add);
		return outcomes(run("retryFailed", keys, arguments), ids);
	}

	List<OmniqOutcome> removeJobs(OmniqKeys keys, long now, OmniqLane lane, List<String> ids) {
		ScriptArguments arguments = new ScriptArguments().add(now).add(lane.key());
		ids.forEach(arguments::add);
		return outcomes(run("removeJobs", keys, arguments), ids);
	}

	private static List<OmniqOutcome> outcomes(Reply words, List<String> ids) {
		List<OmniqOutcome> outcomes = new ArrayList<>(ids.size());
		for (int i = 0; i < ids.size(); i++) {
			outcomes.add(OmniqOutcome.of(ids.get(i), words.text(i)));
		}
		return outcomes;
	}

	Reply childsInit(String key, int expected, long ttlMs) {
		return this.scripts.run("childsInit", OmniqKeys.counter(key),
				new ScriptArguments().add(expected).add(ttlMs).values());
	}

	Reply childAck(String key, String child, long ttlMs) {
		return this.scripts.run("childAck", OmniqKeys.counter(key),
				new ScriptArguments().add(child).add(ttlMs).values());
	}

	/** Reads jobs; for each id the fields and values of its hash. */
	Reply readJobs(OmniqKeys keys, List<String> ids) {
		ScriptArguments arguments = new ScriptArguments();
		ids.forEach(arguments::add);
		return run("readJobs", keys, arguments);
	}

	Reply readLane(OmniqKeys keys, OmniqLane lane, int skip, int max, boolean newestFirst) {
		return run("readLane", keys,
				new ScriptArguments().add(lane.key()).add(skip).add(max).add(newestFirst ? "newest" : "oldest"));
	}

	Reply readStats(OmniqKeys keys) {
		return run("readStats", keys, new ScriptArguments());
	}

	Reply readCounts(OmniqKeys keys) {
		return run("readCounts", keys, new ScriptArguments().add(MAX_COUNTED));
	}

	/** Reads the given groups, or those that are ready if none is given. */
	Reply readGroups(OmniqKeys keys, int max, List<String> gids) {
		ScriptArguments arguments = new ScriptArguments().add(max);
		gids.forEach(arguments::add);
		return run("readGroups", keys, arguments);
	}

	Reply send(OnceCall call) {
		return this.scripts.send(call);
	}

	UnansweredCalls<OmniqEnd> unanswered() {
		return new UnansweredCalls<>(this.scripts);
	}

	private OnceCall call(String name, OmniqKeys keys, ScriptArguments arguments) {
		return this.scripts.prepare(name, keys.ownPrefix(), keys.anchor(), arguments.values());
	}

	private Reply run(String name, OmniqKeys keys, ScriptArguments arguments) {
		return this.scripts.run(name, keys.anchor(), arguments.values());
	}

	private static ScriptArguments with(ScriptArguments arguments, List<OmniqLease> leases) {
		leases.forEach((lease) -> arguments.add(lease.jobId()).add(lease.token()));
		return arguments;
	}

	private static String word(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * The answer to extending leases.
	 *
	 * @param nowMs the present that they are counted from
	 * @param outcomes what became of each
	 */
	record Heartbeat(long nowMs, List<OmniqOutcome> outcomes) {

	}

	/**
	 * The answer to reaping.
	 *
	 * @param over how many leases were over
	 * @param failed how many of those jobs have failed for good
	 * @param running how many jobs still run
	 */
	record Reaped(int over, int failed, long running) {

	}

}
