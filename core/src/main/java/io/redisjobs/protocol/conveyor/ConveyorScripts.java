package io.redisjobs.protocol.conveyor;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import org.jspecify.annotations.Nullable;

/** The contract's scripts, each as one method. */
public final class ConveyorScripts {

	/** The names of the scripts. */
	public static final List<String> NAMES = List.of("add", "take", "own", "putAside", "succeed", "release", "finish",
			"fail", "promote", "heartbeat", "prune", "putBack", "forget", "retire", "retryFailed", "discard",
			"inspect");

	private static final byte[] NOTHING = new byte[0];

	private final ContractScripts scripts;

	private final ConveyorKeys keys;

	ConveyorScripts(ContractScripts scripts, ConveyorKeys keys) {
		this.scripts = scripts;
		this.keys = keys;
	}

	ConveyorKeys keys() {
		return this.keys;
	}

	/** A moment as the contract's scores have it. */
	static byte[] seconds(Instant instant) {
		return Bytes.of(BigDecimal.valueOf(instant.toEpochMilli(), 3).stripTrailingZeros().toPlainString());
	}

	List<String> add(List<Addition> additions) {
		List<byte[]> keys = new ArrayList<>(List.of(this.keys.known(), this.keys.given()));
		List<byte[]> args = new ArrayList<>();
		for (Addition addition : additions) {
			ConveyorRun run = addition.publisher();
			keys.addAll(List.of(addition.target(), addition.second(),
					(run != null) ? this.keys.workerActive(run.worker()) : addition.target()));
			args.addAll(List.of(Bytes.of(addition.route()), addition.job().bytes(), Bytes.of(addition.job().uuid()),
					addition.detail(), (run != null) ? Bytes.of(run.uuid()) : NOTHING));
		}
		return this.scripts.runOnce("add", this.keys.ownPrefix(), keys, args).texts();
	}

	Reply take(String worker, String queue, Instant aliveUntil, Instant now, int max, boolean register) {
		return this.scripts.run("take",
				List.of(this.keys.queue(queue), this.keys.hand(worker), this.keys.workersActive(),
						this.keys.workersHand(), this.keys.queuesActive(), this.keys.queuesPaused()),
				List.of(Bytes.of(worker), Bytes.of(queue), seconds(aliveUntil), seconds(now), Bytes.of(max),
						Bytes.of(register)));
	}

	/** Makes jobs a worker's own; the reply is a word for each. */
	OnceCall own(String worker, List<ConveyorJob> jobs, boolean events) {
		List<byte[]> args = new ArrayList<>(List.of(Bytes.of(worker), this.keys.jobPrefix()));
		for (ConveyorJob job : jobs) {
			args.addAll(List.of(Bytes.of(job.uuid()), job.bytes(), event(job, ConveyorJob.Status.RUNNING, events)));
		}
		return call("own",
				List.of(this.keys.hand(worker), this.keys.workerActive(worker), this.keys.jobsActive(),
						this.keys.workersActive(), this.keys.closing(), this.keys.given(), this.keys.known(),
						this.keys.events()),
				args);
	}

	void park(byte[] source, boolean sorted, byte[] bytes) {
		this.scripts.run("putAside", List.of(source, this.keys.parked()),
				List.of(Bytes.of(sorted ? "zset" : "list"), bytes));
	}

	/** Records successes; the reply is a word for each. */
	OnceCall succeed(String worker, List<ConveyorJob> jobs, Instant now, boolean events) {
		List<byte[]> args = new ArrayList<>(context(now));
		for (ConveyorJob job : jobs) {
			args.addAll(List.of(Bytes.of(job.uuid()), Bytes.of(job.parentUuid()),
					event(job, ConveyorJob.Status.COMPLETED, events)));
		}
		return call("succeed", List.of(this.keys.workerActive(worker), this.keys.jobsActive(), this.keys.closing(),
				this.keys.workersActive(), this.keys.workersHand(), this.keys.events()), args);
	}

	/** A word, then the numbers of those whose queue cannot take them. */
	Reply release(String uuid, boolean heirs, boolean failureHolds, List<ConveyorJob> jobs, Instant now) {
		List<byte[]> args = new ArrayList<>(List.of(this.keys.jobPrefix(), Bytes.of(uuid),
				Bytes.of(heirs ? "heirs" : "children"), Bytes.of(failureHolds)));
		for (ConveyorJob job : jobs) {
			byte[] score = job.runAt()
				.filter((runAt) -> runAt.isAfter(now))
				.map((runAt) -> Bytes.of(runAt.getEpochSecond()))
				.orElse(NOTHING);
			args.addAll(List.of(job.bytes(), Bytes.of(job.uuid()), Bytes.of(job.parentUuid()),
					this.keys.queue(job.queue()), score));
		}
		return this.scripts.run("release",
				List.of(this.keys.closing(), heirs ? this.keys.heirs(uuid) : this.keys.children(uuid),
						this.keys.scheduled(), this.keys.failed(), this.keys.known()),
				args);
	}

	String finish(String uuid, String parent, Instant now) {
		List<byte[]> args = new ArrayList<>(context(now));
		args.addAll(List.of(Bytes.of(uuid), Bytes.of(parent)));
		return send(call("finish", List.of(this.keys.jobsActive(), this.keys.closing(), this.keys.workersActive(),
				this.keys.workersHand(), this.keys.given()), args))
			.text(0);
	}

	/** Ends a run without success; the reply is a word. */
	OnceCall fail(String worker, RunEnd end, Instant now) {
		List<byte[]> args = new ArrayList<>(context(now));
		args.addAll(List.of(Bytes.of(end.uuid()), Bytes.of(end.leftParent()), end.bytes(), Bytes.of(end.way()),
				end.score(), end.event()));
		return call("fail",
				List.of(this.keys.workerActive(worker), this.keys.jobsActive(), this.keys.closing(),
						this.keys.workersActive(), this.keys.workersHand(), this.keys.given(), this.keys.known(),
						end.target(), this.keys.events()),
				args);
	}

	/** How many were promoted, then the numbers of those whose queue cannot take them. */
	Reply promote(List<ConveyorJob> jobs, boolean failureHolds, Instant now) {
		List<byte[]> args = new ArrayList<>(context(now));
		args.add(Bytes.of(failureHolds));
		for (ConveyorJob job : jobs) {
			args.addAll(List.of(job.bytes(), Bytes.of(job.uuid()), Bytes.of(job.parentUuid()),
					this.keys.queue(job.queue())));
		}
		return this.scripts.run("promote", List.of(this.keys.scheduled(), this.keys.failed(), this.keys.closing(),
				this.keys.workersActive(), this.keys.workersHand()), args);
	}

	List<String> heartbeat(String worker, Instant aliveUntil, Collection<String> uuids) {
		List<byte[]> args = new ArrayList<>(List.of(Bytes.of(worker), seconds(aliveUntil)));
		uuids.forEach((uuid) -> args.add(Bytes.of(uuid)));
		return this.scripts.run("heartbeat", List.of(this.keys.workersActive(), this.keys.workerActive(worker)), args)
			.texts();
	}

	List<String> bury(Instant limit, int max) {
		return this.scripts
			.run("prune", List.of(this.keys.workersActive(), this.keys.workersHand(), this.keys.queuesActive()),
					List.of(seconds(limit), Bytes.of(max)))
			.texts();
	}

	boolean handBack(String worker, ConveyorJob job) {
		return this.scripts
			.run("putBack", List.of(this.keys.hand(worker), this.keys.queue(job.queue())), List.of(job.bytes()))
			.text(0)
			.equals("BACK");
	}

	void forget(String worker) {
		this.scripts.run("forget",
				List.of(this.keys.workersHand(), this.keys.hand(worker), this.keys.workerActive(worker)),
				List.of(Bytes.of(worker)));
	}

	void retire(String worker, String queue) {
		this.scripts.run("retire",
				List.of(this.keys.queue(queue), this.keys.hand(worker), this.keys.workerActive(worker),
						this.keys.workersActive(), this.keys.workersHand(), this.keys.queuesActive()),
				List.of(Bytes.of(worker), Bytes.of(queue)));
	}

	boolean retryFailed(ConveyorJob stored, ConveyorJob fresh) {
		return this.scripts
			.run("retryFailed", List.of(this.keys.failed(), this.keys.queue(fresh.queue()), this.keys.known()),
					List.of(this.keys.jobPrefix(), stored.bytes(), fresh.bytes(), Bytes.of(fresh.uuid()),
							Bytes.of(fresh.parentUuid())))
			.text(0)
			.equals("RETRIED");
	}

	String discard(byte[] source, boolean sorted, ConveyorJob job, Instant now) {
		List<byte[]> args = new ArrayList<>(context(now));
		args.addAll(List.of(Bytes.of(sorted ? "zset" : "list"), job.bytes(), Bytes.of(job.uuid()),
				Bytes.of(job.parentUuid())));
		return this.scripts
			.run("discard", List.of(source, this.keys.closing(), this.keys.workersActive(), this.keys.workersHand(),
					this.keys.given(), this.keys.known()), args)
			.text(0);
	}

	/** A part of a queue's counts, as the script describes it. */
	Reply inspect(String queue, int from, String cursor, int max) {
		return this.scripts.run("inspect",
				List.of(this.keys.queue(queue), this.keys.queuesPaused(), this.keys.scheduled(), this.keys.failed(),
						this.keys.jobsActive()),
				List.of(this.keys.jobPrefix(), Bytes.of(queue), Bytes.of(from), Bytes.of(cursor), Bytes.of(max)));
	}

	Reply send(OnceCall call) {
		return this.scripts.send(call);
	}

	UnansweredCalls<Settlement, ConveyorReservedJob> unanswered() {
		return new UnansweredCalls<>(this.scripts);
	}

	private OnceCall call(String name, List<byte[]> keys, List<byte[]> args) {
		return this.scripts.prepare(name, this.keys.ownPrefix(), keys, args);
	}

	private List<byte[]> context(Instant now) {
		return List.of(this.keys.jobPrefix(), this.keys.workerPrefix(), seconds(now));
	}

	/** The message that tells of a job's status, or nothing. */
	static byte[] event(ConveyorJob job, ConveyorJob.Status status, boolean events) {
		return events ? job.toBuilder().status(status).build().bytes() : NOTHING;
	}

	/**
	 * One job to add.
	 *
	 * @param route the script's word for where it goes
	 * @param target the key it goes into
	 * @param second the key the route looks at
	 * @param job the job
	 * @param detail the route's argument
	 * @param publisher the run that adds it, if one does
	 */
	record Addition(String route, byte[] target, byte[] second, ConveyorJob job, byte[] detail,
			@Nullable ConveyorRun publisher) {

		Addition(String route, byte[] target, byte[] second, ConveyorJob job, byte[] detail) {
			this(route, target, second, job, detail, null);
		}

		Addition by(ConveyorRun publisher) {
			return new Addition(this.route, this.target, this.second, this.job, this.detail, publisher);
		}

		/** A job that waits stays though a run of the job waited for fails. */
		Addition staying() {
			String staying = switch (this.route) {
				case "wait" -> "keep";
				case "verify" -> "verifyKeep";
				default -> this.route;
			};
			return new Addition(staying, this.target, this.second, this.job, this.detail, this.publisher);
		}

	}

	/**
	 * How a run ends without success.
	 *
	 * @param uuid the job
	 * @param leftParent the parent that goes on without it, or empty
	 * @param bytes the job as it goes on
	 * @param way the script's word for where it goes
	 * @param target the key it goes into
	 * @param score when it is due, or empty
	 * @param event the event to publish, or empty
	 */
	record RunEnd(String uuid, String leftParent, byte[] bytes, String way, byte[] target, byte[] score, byte[] event) {
	}

}
