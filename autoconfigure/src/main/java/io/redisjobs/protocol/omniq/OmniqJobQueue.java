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
import io.redisjobs.protocol.FailureWish;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.LookupRole;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.Reply;
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

	private final OmniqKeys keys;

	private final OmniqScripts scripts;

	private final Clock clock;

	private final OmniqSettings settings;

	private final OmniqJobs jobs;

	private final OmniqWaiter waiter;

	private final Rest rest = new Rest();

	OmniqJobQueue(OmniqKeys keys, OmniqScripts scripts, Clock clock, OmniqSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.clock = clock;
		this.settings = settings;
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
		while (true) {
			Duration rest = this.rest.left();
			if (!rest.isZero()) {
				return Reservation.throttled(rest);
			}
			Instant start = this.clock.instant();
			OmniqTaken taken = taken(
					this.scripts.exchange(this.keys, now(), 0, Math.min(max, MAX_BATCH), MAX_PROMOTE, List.of()),
					start);
			Duration left = Duration.ofNanos(deadline - System.nanoTime());
			if (taken.paused() || !taken.jobs().isEmpty() || left.isNegative() || left.isZero()
					|| this.waiter.woken()) {
				return reservation(taken);
			}
			await(left, taken);
			if (this.waiter.woken()) {
				return Reservation.empty();
			}
		}
	}

	private void await(Duration left, OmniqTaken empty) {
		Duration wait = empty.nextDueIn().isZero() ? left : OmniqWaiter.min(left, empty.nextDueIn());
		this.waiter.await(wait, empty.groups());
	}

	private OmniqTaken taken(Reply reply, Instant start) {
		OmniqTaken taken = OmniqTaken.of(reply, 1, start);
		if (!taken.dropped().isEmpty()) {
			logger.warn("Queue '" + this.keys.queue() + "' had ids in line without a waiting job, they are dropped: "
					+ taken.dropped());
		}
		return taken;
	}

	private static Reservation reservation(OmniqTaken taken) {
		return taken.paused() ? Reservation.paused(PAUSED_LOOK) : Reservation.of(taken.jobs());
	}

	@Override
	public Exchange exchange(List<Completion> completions, int max) {
		int own = Math.max(0, completions.size() - MAX_BATCH);
		List<Settlement> settlements = new ArrayList<>(complete(completions.subList(0, own)));
		List<OmniqLease> leases = leases(completions.subList(own, completions.size()));
		boolean resting = !this.rest.left().isZero();
		Instant start = this.clock.instant();
		Reply reply = this.scripts.exchange(this.keys, now(), this.settings.completedKeep(),
				resting ? 0 : Math.min(max, MAX_BATCH), MAX_PROMOTE, leases);
		Reply outcomes = reply.nested(0);
		for (int i = 0; i < leases.size(); i++) {
			settlements.add(completed(OmniqOutcome.of(leases.get(i).jobId(), outcomes.text(i))));
		}
		return new Exchange(settlements, reservation(taken(reply, start)));
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		List<Settlement> settlements = new ArrayList<>(completions.size());
		for (int first = 0; first < completions.size(); first += MAX_BATCH) {
			List<OmniqLease> leases = leases(
					completions.subList(first, Math.min(first + MAX_BATCH, completions.size())));
			this.scripts.ackSuccess(this.keys, now(), this.settings.completedKeep(), leases)
				.forEach((outcome) -> settlements.add(completed(outcome)));
		}
		return settlements;
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
		if (failure.wish() instanceof FailureWish.Release release) {
			if (!release.rest().isZero()) {
				this.rest.begin(release.rest());
			}
			Reply reply = this.scripts.release(this.keys, now(), lease);
			return reply.text(0).equals("OK") ? Settlement.released() : Settlement.leaseLost(reply.text(1));
		}
		boolean bury = failure.wish() instanceof FailureWish.Bury;
		long delay = (failure.wish() instanceof FailureWish.RetryAfter after) ? after.delay().toMillis() : -1;
		Instant start = this.clock.instant();
		Reply reply = this.scripts.ackFail(this.keys, now(), lease,
				new OmniqFailWish(ErrorText.describe(failure.error()), this.settings.failedKeep(), bury, delay));
		return switch (reply.text(0)) {
			case "RETRY" -> Settlement.retrying(start.plusMillis(reply.number(1) - reply.number(2)));
			case "FAILED" -> Settlement.dead();
			default -> Settlement.leaseLost(reply.text(1));
		};
	}

	@Override
	public MaintenanceReport maintain(int limit) {
		int promoted = this.scripts.promoteDelayed(this.keys, now(), limit);
		int[] reaped = this.scripts.reapExpired(this.keys, now(), limit, this.settings.failedKeep());
		boolean more = promoted >= limit || reaped[0] >= limit;
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
	public void close() {
		this.waiter.close();
	}

	private long now() {
		return (this.settings.timeSource() == OmniqSettings.TimeSource.REDIS) ? 0 : this.clock.millis();
	}

}
