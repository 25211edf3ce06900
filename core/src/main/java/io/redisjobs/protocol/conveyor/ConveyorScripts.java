package io.redisjobs.protocol.conveyor;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.conveyor.ConveyorJob.Status;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;

/** The contract's scripts, each as one method. */
public final class ConveyorScripts {

	/** The names of the scripts. */
	public static final List<String> NAMES = List.of("add", "take", "own", "putAside", "succeed", "release", "finish",
			"fail", "handBack", "promote", "heartbeat", "prune", "putBack", "forget", "retire", "retryFailed",
			"discard", "inspect");

	private static final String LIST = "list";

	private static final String SORTED_SET = "zset";

	private final ContractScripts scripts;

	private final ConveyorKeys keys;

	private final boolean events;

	private final boolean failureHolds;

	ConveyorScripts(ContractScripts scripts, ConveyorSettings settings) {
		this.scripts = scripts;
		this.keys = new ConveyorKeys(settings);
		this.events = settings.publishesEvents();
		this.failureHolds = settings.failureHolds();
	}

	ConveyorKeys keys() {
		return this.keys;
	}

	/** Adds jobs; answers with a word for each. */
	List<String> add(List<ConveyorAddition> additions) {
		ScriptArguments keys = keys(this.keys.known(), this.keys.given());
		ScriptArguments args = new ScriptArguments();
		for (ConveyorAddition addition : additions) {
			ConveyorRun run = addition.publisher();
			keys.add(addition.target())
				.add(addition.second())
				.add((run != null) ? this.keys.workerActive(run.worker()) : addition.target());
			args.add(addition.route().word())
				.add(addition.job().bytes())
				.add(addition.job().uuid())
				.add(addition.detail())
				.add((run != null) ? run.uuid() : "");
		}
		return send(once("add", keys, args)).texts();
	}

	/** Moves jobs into a worker's hand. */
	Taken take(String worker, String queue, Instant aliveUntil, Instant now, int max, boolean register) {
		Reply reply = run("take",
				keys(this.keys.queue(queue), this.keys.hand(worker), this.keys.workersActive(), this.keys.workersHand(),
						this.keys.queuesActive(), this.keys.queuesPaused()),
				new ScriptArguments().add(worker)
					.add(queue)
					.add(seconds(aliveUntil))
					.add(seconds(now))
					.add(max)
					.addFlag(register));
		List<byte[]> messages = new ArrayList<>();
		for (int i = 1; i < reply.size(); i++) {
			messages.add(reply.bytes(i));
		}
		return new Taken(reply.text(0), messages);
	}

	/** Makes jobs a worker's own; the reply is a word for each. */
	OnceCall own(String worker, List<ConveyorJob> jobs) {
		ScriptArguments args = new ScriptArguments().add(worker).add(this.keys.jobPrefix());
		jobs.forEach((job) -> args.add(job.uuid()).add(job.bytes()).add(event(job, Status.RUNNING)));
		return once("own",
				keys(this.keys.hand(worker), this.keys.workerActive(worker), this.keys.jobsActive(),
						this.keys.workersActive(), this.keys.closing(), this.keys.given(), this.keys.known(),
						this.keys.events()),
				args);
	}

	/** Puts a message of a list aside. */
	void putAside(byte[] list, byte[] message) {
		putAside(list, LIST, message);
	}

	/** Puts a scheduled message aside. */
	void putScheduledAside(byte[] message) {
		putAside(this.keys.scheduled(), SORTED_SET, message);
	}

	private void putAside(byte[] source, String kind, byte[] message) {
		run("putAside", keys(source, this.keys.unreadable()), new ScriptArguments().add(kind).add(message));
	}

	/** Records successes; the reply is a word for each. */
	OnceCall succeed(String worker, List<ConveyorJob> jobs, Instant now) {
		ScriptArguments args = context(now);
		jobs.forEach((job) -> args.add(job.uuid()).add(job.parentUuid()).add(event(job, Status.COMPLETED)));
		return once("succeed", keys(this.keys.workerActive(worker), this.keys.jobsActive(), this.keys.closing(),
				this.keys.workersActive(), this.keys.workersHand(), this.keys.events()), args);
	}

	/**
	 * Sends children or heirs of a closing job on their way; answers with those that
	 * their queues cannot take.
	 */
	List<ConveyorJob> release(String uuid, boolean heirs, List<ConveyorJob> jobs, Instant now) {
		ScriptArguments args = new ScriptArguments().add(this.keys.jobPrefix())
			.add(uuid)
			.add(heirs ? "heirs" : "children")
			.addFlag(this.failureHolds);
		for (ConveyorJob job : jobs) {
			args.add(job.bytes())
				.add(job.uuid())
				.add(job.parentUuid())
				.add(this.keys.queue(job.queue()))
				.addNumber(job.runAt().filter((at) -> at.isAfter(now)).map(Instant::getEpochSecond).orElse(null));
		}
		return numbered(jobs, run("release", keys(this.keys.closing(), this.keys.waiting(uuid, heirs),
				this.keys.scheduled(), this.keys.failed(), this.keys.known()), args));
	}

	/** Ends a closing job, if it waits for nothing any more; answers with a word. */
	String finish(String uuid, String parent, Instant now) {
		return send(
				once("finish",
						keys(this.keys.jobsActive(), this.keys.closing(), this.keys.workersActive(),
								this.keys.workersHand(), this.keys.given()),
						context(now).add(uuid).add(parent)))
			.text(0);
	}

	/** Ends a run without success; the reply is a word. */
	OnceCall fail(String worker, ConveyorRunEnd end, Instant now) {
		return once("fail",
				keys(this.keys.workerActive(worker), this.keys.jobsActive(), this.keys.closing(),
						this.keys.workersActive(), this.keys.workersHand(), this.keys.given(), this.keys.known(),
						end.target(), this.keys.events()),
				context(now).add(end.uuid())
					.add(end.leftParent())
					.add(end.bytes())
					.add(end.way().word())
					.add((end.due() != null) ? seconds(end.due()) : "")
					.add((end.told() != null) ? event(end.told(), Status.FAILED) : null));
	}

	/** Hands a job back for another worker; the reply begins with a word. */
	OnceCall handBack(String worker, ConveyorJob job, FailureAction.HandBack action, Instant now) {
		return once("handBack",
				keys(this.keys.workerActive(worker), this.keys.jobsActive(), this.keys.given(), this.keys.known(),
						this.keys.scheduled(), this.keys.handBacks(job.uuid())),
				new ScriptArguments().add(this.keys.jobPrefix())
					.add(seconds(now))
					.add(job.uuid())
					.add(job.bytes())
					.add(action.most())
					.add(action.pause().toMillis())
					.add(action.rememberFor().toMillis()));
	}

	/** Puts scheduled jobs that are due into their queues. */
	Promotion promote(List<ConveyorJob> jobs, Instant now) {
		ScriptArguments args = context(now).addFlag(this.failureHolds);
		jobs.forEach(
				(job) -> args.add(job.bytes()).add(job.uuid()).add(job.parentUuid()).add(this.keys.queue(job.queue())));
		Reply reply = run("promote", keys(this.keys.scheduled(), this.keys.failed(), this.keys.closing(),
				this.keys.workersActive(), this.keys.workersHand()), args);
		return new Promotion((int) reply.number(0), numbered(jobs, reply));
	}

	/** Tells that a worker lives; answers with a word for each of its jobs. */
	List<String> heartbeat(String worker, Instant aliveUntil, List<String> uuids) {
		ScriptArguments args = new ScriptArguments().add(worker).add(seconds(aliveUntil));
		uuids.forEach(args::add);
		return run("heartbeat", keys(this.keys.workersActive(), this.keys.workerActive(worker)), args).texts();
	}

	/** Finds the workers that are lost and not cleared away. */
	List<String> prune(Instant limit, int max) {
		return run("prune", keys(this.keys.workersActive(), this.keys.workersHand(), this.keys.queuesActive()),
				new ScriptArguments().add(seconds(limit)).add(max))
			.texts();
	}

	/** Puts a job that a worker has not begun back to the front of its queue. */
	void putBack(String worker, ConveyorJob job) {
		run("putBack", keys(this.keys.hand(worker), this.keys.queue(job.queue())),
				new ScriptArguments().add(job.bytes()));
	}

	/** Forgets a lost worker, if nothing of it is left. */
	void forget(String worker) {
		run("forget", keys(this.keys.workersHand(), this.keys.hand(worker), this.keys.workerActive(worker)),
				new ScriptArguments().add(worker));
	}

	/** Ends a worker in good order. */
	void retire(String worker, String queue) {
		run("retire",
				keys(this.keys.queue(queue), this.keys.hand(worker), this.keys.workerActive(worker),
						this.keys.workersActive(), this.keys.workersHand(), this.keys.queuesActive()),
				new ScriptArguments().add(worker).add(queue));
	}

	/** Gives a failed job a fresh start; answers whether it was among the failed ones. */
	boolean retryFailed(ConveyorJob stored, ConveyorJob fresh) {
		return run("retryFailed", keys(this.keys.failed(), this.keys.queue(fresh.queue()), this.keys.known()),
				new ScriptArguments().add(this.keys.jobPrefix())
					.add(stored.bytes())
					.add(fresh.bytes())
					.add(fresh.uuid())
					.add(fresh.parentUuid()))
			.text(0)
			.equals("RETRIED");
	}

	/** Removes a job of a list; answers with a word. */
	String discard(byte[] list, ConveyorJob job, Instant now) {
		return discard(list, LIST, job, now);
	}

	/** Removes a scheduled job; answers with a word. */
	String discardScheduled(ConveyorJob job, Instant now) {
		return discard(this.keys.scheduled(), SORTED_SET, job, now);
	}

	private String discard(byte[] source, String kind, ConveyorJob job, Instant now) {
		return run("discard",
				keys(source, this.keys.closing(), this.keys.workersActive(), this.keys.workersHand(), this.keys.given(),
						this.keys.known()),
				context(now).add(kind).add(job.bytes()).add(job.uuid()).add(job.parentUuid()))
			.text(0);
	}

	/** Counts a queue's jobs, a part of the keys that all queues share. */
	ConveyorCounts inspect(String queue, int from, String cursor, int max) {
		Reply reply = run("inspect",
				keys(this.keys.queue(queue), this.keys.queuesPaused(), this.keys.scheduled(), this.keys.failed(),
						this.keys.jobsActive()),
				new ScriptArguments().add(this.keys.jobPrefix()).add(queue).add(from).add(cursor).add(max));
		return new ConveyorCounts(reply.number(0), reply.number(1) == 1, reply.number(2), reply.number(3),
				reply.number(4) == 1, reply.text(5), reply.nested(6).texts(), reply.nested(7).texts(), reply.text(8));
	}

	Reply send(OnceCall call) {
		return this.scripts.send(call);
	}

	UnansweredCalls<Settlement> unanswered() {
		return new UnansweredCalls<>(this.scripts);
	}

	private Reply run(String name, ScriptArguments keys, ScriptArguments args) {
		return this.scripts.run(name, keys.values(), args.values());
	}

	private OnceCall once(String name, ScriptArguments keys, ScriptArguments args) {
		return this.scripts.prepare(name, this.keys.ownPrefix(), keys.values(), args.values());
	}

	private static ScriptArguments keys(byte[]... keys) {
		ScriptArguments all = new ScriptArguments();
		for (byte[] key : keys) {
			all.add(key);
		}
		return all;
	}

	private ScriptArguments context(Instant now) {
		return new ScriptArguments().add(this.keys.jobPrefix()).add(this.keys.workerPrefix()).add(seconds(now));
	}

	/** A moment as the contract's scores have it. */
	private static String seconds(Instant instant) {
		return BigDecimal.valueOf(instant.toEpochMilli(), 3).stripTrailingZeros().toPlainString();
	}

	/** How many bytes a job's event has. */
	long eventSize(ConveyorJob job) {
		return this.events ? job.bytes().length : 0;
	}

	private byte @Nullable [] event(ConveyorJob job, Status status) {
		return this.events ? job.toBuilder().status(status).build().bytes() : null;
	}

	private static List<ConveyorJob> numbered(List<ConveyorJob> jobs, Reply reply) {
		List<ConveyorJob> numbered = new ArrayList<>();
		for (int i = 1; i < reply.size(); i++) {
			numbered.add(jobs.get((int) reply.number(i) - 1));
		}
		return numbered;
	}

	/**
	 * What was taken.
	 *
	 * @param word JOBS, PAUSED or UNREGISTERED
	 * @param messages what should be jobs, oldest first
	 */
	record Taken(String word, List<byte[]> messages) {

	}

	/**
	 * What became of scheduled jobs.
	 *
	 * @param promoted how many are in their queues
	 * @param stuck those that their queues cannot take
	 */
	record Promotion(int promoted, List<ConveyorJob> stuck) {

	}

}
