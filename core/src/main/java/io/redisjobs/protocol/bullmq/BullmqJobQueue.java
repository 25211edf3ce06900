package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.redisjobs.JobRefusedException;
import io.redisjobs.JobSnapshot;
import io.redisjobs.JobState;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.LogRole;
import io.redisjobs.protocol.LookupRole;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.ProgressRole;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.ScriptArguments;
import io.redisjobs.redis.WaitingConnection;

/** A queue shared with BullMQ. */
final class BullmqJobQueue implements JobQueue, ProgressRole, LogRole, LookupRole {

	private static final int MAX_EXTENDED = 500;

	private final QueueDefinition definition;

	private final BullmqScripts scripts;

	private final Clock clock;

	private final BullmqPublisher publisher;

	private final BullmqTaker taker;

	private final BullmqUnanswered unanswered;

	private final BullmqCompletions completions;

	private final BullmqFailures failures;

	private final BullmqStalledCheck stalledCheck;

	private final BullmqWaiter waiter;

	private final boolean takesAhead;

	BullmqJobQueue(QueueDefinition definition, BullmqKeys keys, BullmqSettings settings, ContractScripts scripts,
			Clock clock) {
		this.definition = definition;
		this.clock = clock;
		this.scripts = new BullmqScripts(scripts, keys);
		this.takesAhead = settings.stalls().maxStarts() == null && settings.stalls().maxCount() > 0;
		this.publisher = new BullmqPublisher(keys, this.scripts, settings.maxPayload(), clock);
		BullmqSchedules schedules = new BullmqSchedules(keys.queue(), this.scripts, clock);
		this.taker = new BullmqTaker(definition, settings.limit(),
				new BullmqJobReader(keys.queue(), settings.stalls().maxStarts()), schedules,
				new BullmqRuns(this.scripts, clock), clock);
		this.unanswered = new BullmqUnanswered(this.scripts, clock);
		this.completions = new BullmqCompletions(keys.queue(), this.scripts, settings, this.taker, this.unanswered,
				schedules);
		this.failures = new BullmqFailures(keys.queue(), this.scripts, settings, schedules, clock);
		this.stalledCheck = new BullmqStalledCheck(keys.queue(), this.scripts, settings.stalls(), clock);
		this.waiter = new BullmqWaiter(new WaitingConnection(scripts.runner().connections(), keys.marker(),
				keys.clientName(definition.workerName())), keys.marker(), clock);
	}

	@Override
	public List<PublishResult> publish(List<NewJob> jobs) {
		return this.publisher.publish(jobs);
	}

	@Override
	public Reservation reserve(int max, Duration maxWait) {
		return reserve(max, max, maxWait);
	}

	@Override
	public Reservation reserve(int max, int slots, Duration maxWait) {
		long start = System.nanoTime();
		while (true) {
			this.unanswered.resolve();
			List<BullmqReservedJob> found = this.taker.found();
			if (!found.isEmpty()) {
				return Reservation.of(found);
			}
			Duration rest = this.taker.rest();
			if (!rest.isZero()) {
				return Reservation.throttled(rest);
			}
			BullmqTaker.Request request = this.taker.request(max, slots);
			BullmqTaker.Taken taken = this.taker.read(request,
					this.unanswered.send(this.scripts.prepare("moveToActive", this.taker.arguments(request)),
							(sentAt, late) -> this.taker.readLate(request, sentAt, late)));
			long left = left(start, maxWait);
			if (!taken.isWorthWaiting() || left <= 0 || !this.waiter.await(taken.waitUntil(this.clock.millis() + left))
					|| left(start, maxWait) <= 0) {
				return taken.reservation();
			}
		}
	}

	private static long left(long start, Duration maxWait) {
		return BullmqDurations.ceilMillis(start + BullmqDurations.nanos(maxWait) - System.nanoTime());
	}

	@Override
	public boolean mayTakeAhead() {
		return this.takesAhead;
	}

	@Override
	public List<Settlement> extend(List<? extends ReservedJob> jobs) {
		List<Settlement> settlements = new ArrayList<>(jobs.size());
		for (int from = 0; from < jobs.size(); from += MAX_EXTENDED) {
			extend(jobs.subList(from, Math.min(jobs.size(), from + MAX_EXTENDED)), settlements);
		}
		return settlements;
	}

	private void extend(List<? extends ReservedJob> jobs, List<Settlement> settlements) {
		Instant end = this.clock.instant().plus(this.definition.lease());
		ScriptArguments arguments = new ScriptArguments().add(this.definition.lease().toMillis()).add(jobs.size());
		jobs.forEach((job) -> arguments.add(job.id()).add(job.token()));
		Reply reply = this.scripts.run("extendLock", arguments);
		for (int i = 0; i < jobs.size(); i++) {
			settlements.add(BullmqFailures.settlement(reply.text(i), Settlement.extended(end)));
		}
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		return exchange(completions, 0).settlements();
	}

	@Override
	public Exchange exchange(List<Completion> completions, int max) {
		return exchange(completions, max, max);
	}

	@Override
	public Exchange exchange(List<Completion> completions, int max, int slots) {
		this.unanswered.resolve();
		Duration rest = this.taker.rest();
		int found = this.taker.foundCount();
		int wanted = rest.isZero() ? Math.max(0, max - found) : 0;
		BullmqCompletions.Completed completed = this.completions.complete(completions, wanted,
				Math.max(0, slots - found));
		BullmqTaker.Taken taken = completed.taken().with((max > 0) ? this.taker.found() : List.of());
		Reservation reservation = (rest.isZero() || !taken.jobs().isEmpty()) ? taken.reservation()
				: Reservation.throttled(rest);
		return new Exchange(completed.settlements(), reservation);
	}

	@Override
	public Settlement fail(Failure failure) {
		this.unanswered.resolve();
		Settlement settlement = this.failures.fail(failure);
		if (failure.action() instanceof FailureAction.Release release && !release.rest().isZero()) {
			this.taker.rest(release.rest());
		}
		return settlement;
	}

	@Override
	public MaintenanceReport maintain(int limit) {
		return this.stalledCheck.run(limit);
	}

	@Override
	public void pause() {
		this.scripts.run("pause");
	}

	@Override
	public void resume() {
		this.scripts.run("resume");
	}

	@Override
	public QueueSnapshot inspect() {
		Reply reply = this.scripts.run("getCounts");
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, reply.number(1) + reply.number(2));
		counts.put(JobState.ACTIVE, reply.number(3));
		counts.put(JobState.PRIORITIZED, reply.number(4));
		counts.put(JobState.DELAYED, reply.number(5));
		counts.put(JobState.WAITING_CHILDREN, reply.number(6));
		counts.put(JobState.COMPLETED, reply.number(7));
		counts.put(JobState.FAILED, reply.number(8));
		return new QueueSnapshot(reply.number(0) == 1, counts);
	}

	@Override
	public boolean updateProgress(ReservedJob job, byte[] json) {
		if (!BullmqJson.isJson(json)) {
			throw new JobRefusedException(this.definition.name(),
					"the progress of job " + job.id() + " is not JSON, which other BullMQ clients cannot read.");
		}
		Reply reply = this.scripts.run("updateProgress", new ScriptArguments().add(job.id()).add(json));
		return reply.text(0).equals("updated");
	}

	@Override
	public boolean appendLog(ReservedJob job, String line) {
		Integer keep = (job instanceof BullmqReservedJob known) ? known.options().limits().logs() : null;
		Reply reply = this.scripts.runOnce("addLog", new ScriptArguments().add(job.id()).add(line).addNumber(keep));
		return reply.text(0).equals("added");
	}

	@Override
	public Optional<JobSnapshot> find(String id) {
		return BullmqSnapshots.read(this.definition.name(), id, this.scripts);
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

}
