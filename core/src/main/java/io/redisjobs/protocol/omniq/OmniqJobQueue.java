package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.LookupRole;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.Printable;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.OnceCall;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.UnansweredCalls;
import io.redisjobs.redis.WaitingConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** An OmniQ queue behind the containers. */
final class OmniqJobQueue implements JobQueue, LookupRole {

	private static final Log logger = LogFactory.getLog(OmniqJobQueue.class);

	/** The most jobs that one call acknowledges or takes. */
	private static final int MAX_BATCH = 500;

	private static final int MAX_PROMOTE = 200;

	private static final Duration PAUSED_LOOK = Duration.ofMillis(250);

	private static final Duration UPKEEP_INTERVAL = Duration.ofSeconds(1);

	private static final Duration REPAIR_INTERVAL = Duration.ofSeconds(5);

	private final OmniqKeys keys;

	private final OmniqScripts scripts;

	private final Clock clock;

	private final OmniqSettings settings;

	private final OmniqJobs jobs;

	private final OmniqWaiter waiter;

	private final UnansweredCalls<Settlement, OmniqReservedJob> unanswered;

	private final Rest rest = new Rest();

	OmniqJobQueue(OmniqKeys keys, OmniqScripts scripts, Clock clock, OmniqSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.clock = clock;
		this.settings = settings;
		this.unanswered = scripts.unanswered();
		this.jobs = new OmniqJobs(keys.queue(), settings, clock);
		this.waiter = new OmniqWaiter(new WaitingConnection(scripts.connections(), keys.waitLine(), null), keys,
				settings.pollInterval());
	}

	@Override
	public List<PublishResult> publish(List<NewJob> newJobs) {
		List<OmniqNewJob> checked = newJobs.stream().map(this.jobs::check).toList();
		List<String> outcomes = this.scripts.enqueue(this.keys, now(), this.settings.onDuplicate(), checked);
		List<PublishResult> results = new ArrayList<>(checked.size());
		for (int i = 0; i < checked.size(); i++) {
			results.add(result(checked.get(i).id(), outcomes.get(i)));
		}
		return results;
	}

	private static PublishResult result(String id, String outcome) {
		return switch (outcome) {
			case "OK" -> PublishResult.added(id);
			case "IGNORED" -> PublishResult.duplicate(id);
			default -> PublishResult.refused(outcome + ": a job with id '" + id
					+ "' exists. Choose another id, or set on-duplicate to ignore or overwrite.");
		};
	}

	@Override
	public Reservation reserve(int max, Duration maxWait) {
		long deadline = System.nanoTime() + maxWait.toNanos();
		this.unanswered.ask();
		List<OmniqReservedJob> found = found();
		if (!found.isEmpty()) {
			return Reservation.of(found);
		}
		while (true) {
			Duration rest = this.rest.left();
			if (!rest.isZero()) {
				return Reservation.throttled(rest);
			}
			Exchanged exchanged = acknowledgeAndTake(List.of(), Math.min(max, MAX_BATCH));
			OmniqTaken taken = exchanged.taken();
			Duration left = Duration.ofNanos(deadline - System.nanoTime());
			if (taken.paused() || !taken.jobs().isEmpty() || left.isNegative() || left.isZero()
					|| this.waiter.woken()) {
				return reservation(taken);
			}
			if (!await(left, taken)) {
				return Reservation.empty();
			}
		}
	}

	private boolean await(Duration left, OmniqTaken empty) {
		Duration wait = empty.nextDueIn().isZero() ? left : OmniqWaiter.min(left, empty.nextDueIn());
		return this.waiter.await(wait, empty.known());
	}

	private OmniqTaken taken(Reply reply, Instant start) {
		OmniqTaken taken = OmniqTaken.of(reply, 1, start);
		if (!taken.dropped().isEmpty()) {
			logger.warn("Queue '" + this.keys.queue() + "' had ids in line without a waiting job, they are dropped: "
					+ Printable.of(taken.dropped()));
		}
		return taken;
	}

	private static Reservation reservation(OmniqTaken taken) {
		return taken.paused() ? Reservation.paused(PAUSED_LOOK) : Reservation.of(taken.jobs());
	}

	@Override
	public Exchange exchange(List<Completion> completions, int max) {
		this.unanswered.ask();
		List<OmniqReservedJob> found = found();
		int wanted = this.rest.left().isZero() ? Math.max(0, Math.min(max, MAX_BATCH) - found.size()) : 0;
		OmniqTaken[] taken = { OmniqTaken.nothing() };
		List<Settlement> settlements;
		try {
			settlements = this.unanswered.settle(completions, OmniqJobQueue::run, (open) -> {
				if (open.size() > MAX_BATCH) {
					return acknowledge(open.subList(0, MAX_BATCH));
				}
				Exchanged exchanged = acknowledgeAndTake(open, wanted);
				taken[0] = exchanged.taken();
				return exchanged.settlements();
			});
		}
		catch (RuntimeException ex) {
			this.unanswered.found(found);
			throw ex;
		}
		found.addAll(taken[0].jobs());
		return new Exchange(settlements, found.isEmpty() ? reservation(taken[0]) : Reservation.of(found));
	}

	private Exchanged acknowledgeAndTake(List<Completion> completions, int max) {
		List<OmniqLease> leases = leases(completions);
		Instant start = this.clock.instant();
		Reply reply = this.unanswered.send(
				this.scripts.exchange(this.keys, now(), this.settings.completedKeep(), max, MAX_PROMOTE, leases),
				(late) -> {
					note(leases, settlements(leases, late.nested(0)));
					this.unanswered.found(taken(late, start).jobs());
				});
		return new Exchanged(settlements(leases, reply.nested(0)), taken(reply, start));
	}

	/** Jobs of replies that were lost, as far as they are still ours. */
	private List<OmniqReservedJob> found() {
		List<OmniqReservedJob> found = this.unanswered.found();
		List<OmniqReservedJob> ours = new ArrayList<>(found.size());
		try {
			List<Settlement> extended = extend(found);
			for (int i = 0; i < found.size(); i++) {
				Instant leaseEnd = extended.get(i).at();
				if (leaseEnd != null) {
					ours.add(found.get(i).extendedTo(leaseEnd));
				}
			}
		}
		catch (RuntimeException ex) {
			this.unanswered.found(found);
			throw ex;
		}
		return ours;
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		this.unanswered.ask();
		return this.unanswered.settle(completions, OmniqJobQueue::run,
				(open) -> acknowledge(open.subList(0, Math.min(MAX_BATCH, open.size()))));
	}

	private List<Settlement> acknowledge(List<Completion> completions) {
		if (completions.isEmpty()) {
			return List.of();
		}
		List<OmniqLease> leases = leases(completions);
		return settlements(leases,
				this.unanswered.send(this.scripts.ackSuccess(this.keys, now(), this.settings.completedKeep(), leases),
						(late) -> note(leases, settlements(leases, late))));
	}

	private void note(List<OmniqLease> leases, List<Settlement> settlements) {
		for (int i = 0; i < leases.size(); i++) {
			this.unanswered.note(leases.get(i).token(), settlements.get(i));
		}
	}

	private static List<Settlement> settlements(List<OmniqLease> leases, Reply words) {
		return OmniqScripts.outcomes(words, leases.stream().map(OmniqLease::jobId).toList())
			.stream()
			.map(OmniqJobQueue::completed)
			.toList();
	}

	private static String run(Completion completion) {
		return completion.job().token();
	}

	private static Settlement completed(OmniqOutcome outcome) {
		return outcome.ok() ? Settlement.completed() : lost(outcome);
	}

	private static Settlement lost(OmniqOutcome outcome) {
		return Settlement.leaseLost(String.valueOf(outcome.error()));
	}

	private static List<OmniqLease> leases(List<Completion> completions) {
		return completions.stream().map((completion) -> lease(completion.job())).toList();
	}

	private static OmniqLease lease(ReservedJob job) {
		return new OmniqLease(job.id(), job.token());
	}

	@Override
	public List<Settlement> extend(List<? extends ReservedJob> running) {
		List<Settlement> settlements = new ArrayList<>(running.size());
		for (int first = 0; first < running.size(); first += MAX_BATCH) {
			List<OmniqLease> leases = running.subList(first, Math.min(first + MAX_BATCH, running.size()))
				.stream()
				.map(OmniqJobQueue::lease)
				.toList();
			Instant start = this.clock.instant();
			OmniqRenewal renewal = this.scripts.heartbeat(this.keys, now(), this.settings.heartbeatMode(), leases);
			renewal.outcomes()
				.forEach((outcome) -> settlements
					.add(outcome.ok() ? Settlement.extended(start.plusMillis(outcome.lockUntilMs() - renewal.nowMs()))
							: lost(outcome)));
		}
		return settlements;
	}

	@Override
	public Settlement fail(Failure failure) {
		OmniqLease lease = lease(failure.job());
		if (failure.action() instanceof FailureAction.Release release && !release.rest().isZero()) {
			this.rest.begin(release.rest());
		}
		this.unanswered.ask();
		Settlement known = this.unanswered.answer(lease.token());
		return (known != null) ? known : fail(failure, lease);
	}

	private Settlement fail(Failure failure, OmniqLease lease) {
		Instant start = this.clock.instant();
		OnceCall call;
		if (failure.action() instanceof FailureAction.Release) {
			call = this.scripts.release(this.keys, now(), lease);
		}
		else {
			boolean forGood = failure.action() instanceof FailureAction.Fail;
			long delay = (failure.action() instanceof FailureAction.RetryAfter after) ? after.delay().toMillis() : -1;
			call = this.scripts.ackFail(this.keys, now(), lease,
					new OmniqFailure(ErrorText.describe(failure.error()), this.settings.failedKeep(), forGood, delay));
		}
		return failed(this.unanswered.send(call, (late) -> this.unanswered.note(lease.token(), failed(late, start))),
				start);
	}

	private static Settlement failed(Reply reply, Instant start) {
		return switch (reply.text(0)) {
			case "OK" -> Settlement.released();
			case "RETRY" -> Settlement.retrying(start.plusMillis(reply.number(1) - reply.number(2)));
			case "FAILED" -> Settlement.failed();
			default -> Settlement.leaseLost(reply.text(1));
		};
	}

	@Override
	public MaintenanceReport maintain(int limit) {
		int promoted = this.scripts.promoteDelayed(this.keys, now(), limit);
		int[] reaped = this.scripts.reapExpired(this.keys, now(), limit, this.settings.failedKeep());
		boolean muchWrong = this.scripts.repair(this.keys, now(), REPAIR_INTERVAL);
		boolean more = promoted >= limit || reaped[0] >= limit || muchWrong;
		return new MaintenanceReport(promoted, reaped[0] - reaped[1], reaped[1], 0, false,
				more ? Duration.ZERO : UPKEEP_INTERVAL);
	}

	@Override
	public void pause() {
		this.scripts.pause(this.keys);
	}

	@Override
	public void resume() {
		this.scripts.resume(this.keys);
	}

	@Override
	public QueueSnapshot inspect() {
		Reply reply = this.scripts.readCounts(this.keys);
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, reply.number(1));
		counts.put(JobState.ACTIVE, reply.number(2));
		counts.put(JobState.DELAYED, reply.number(3));
		counts.put(JobState.FAILED, reply.number(4));
		counts.put(JobState.COMPLETED, reply.number(5));
		return new QueueSnapshot(reply.number(0) == 1, counts);
	}

	@Override
	public Optional<JobSnapshot> find(String id) {
		Reply reply = this.scripts.readJobs(this.keys, List.of(id));
		return Optional.ofNullable(OmniqJob.of(id, reply.nested(0))).map(this.jobs::snapshot);
	}

	@Override
	public void wakeUp() {
		this.waiter.wakeUp();
	}

	@Override
	public void disconnect() {
		this.waiter.disconnect();
	}

	@Override
	public void close() {
		this.waiter.close();
	}

	private long now() {
		return (this.settings.timeSource() == OmniqSettings.TimeSource.REDIS) ? 0 : this.clock.millis();
	}

	/**
	 * The answer to acknowledging and taking.
	 *
	 * @param settlements what became of the successes
	 * @param taken the jobs taken
	 */
	private record Exchanged(List<Settlement> settlements, OmniqTaken taken) {

	}

}
