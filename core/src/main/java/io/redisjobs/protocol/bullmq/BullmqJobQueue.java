package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.DueTimes;
import io.redisjobs.redis.UnansweredCalls;

/** A queue shared with BullMQ. */
final class BullmqJobQueue implements JobQueue {

	private final BullmqScripts scripts;

	private final BullmqPublisher publisher;

	private final BullmqTaker taker;

	private final BullmqSettler settler;

	private final BullmqLeases leases;

	private final BullmqUpkeep upkeep;

	private final BullmqWaiter waiter;

	private final BullmqRuns runs;

	private final BullmqSnapshots snapshots;

	private final BullmqRehearsal rehearsal;

	private final boolean takesAhead;

	BullmqJobQueue(QueueDefinition definition, BullmqKeys keys, BullmqSettings settings, ContractScripts scripts,
			Clock clock) {
		String queue = keys.queue();
		this.scripts = new BullmqScripts(scripts, keys);
		this.takesAhead = settings.stalls().maxStarts() == null && settings.stalls().maxCount() > 0;
		this.publisher = new BullmqPublisher(keys, this.scripts, settings.maxPayload(), clock);
		this.leases = new BullmqLeases(this.scripts, definition.lease(), clock);
		this.runs = new BullmqRuns(queue, this.scripts, clock);
		this.snapshots = new BullmqSnapshots(queue, this.scripts, clock);
		this.upkeep = new BullmqUpkeep(queue, this.scripts, settings.stalls(), clock);
		this.waiter = BullmqWaiter.of(scripts.runner().connections(), keys, definition.workerName(), clock);
		UnansweredCalls<Settlement> unanswered = this.scripts.unanswered();
		BullmqPassedTime passed = new BullmqPassedTime(new DueTimes(scripts.runner().connections(), keys.delayed()));
		BullmqSchedules schedules = new BullmqSchedules(queue, this.scripts, passed, clock);
		this.taker = new BullmqTaker(this.scripts,
				new BullmqScripts.Worker(definition.lease(), definition.workerName(), settings.limit()),
				new BullmqJobReader(queue, settings.stalls().maxStarts(), schedules, this.runs), unanswered,
				this.leases, this.waiter, clock);
		this.settler = new BullmqSettler(queue, this.taker,
				new BullmqCompletions(queue, this.scripts, settings, this.taker, unanswered, schedules),
				new BullmqFailures(queue, this.scripts, settings, clock), schedules, unanswered);
		this.rehearsal = new BullmqRehearsal(scripts.runner().connections(), keys, settings, this.taker.rest(), passed,
				clock);
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
		return this.taker.take(max, slots, maxWait);
	}

	@Override
	public boolean mayTakeAhead() {
		return this.takesAhead;
	}

	@Override
	public List<Settlement> extend(List<? extends ReservedJob> jobs) {
		return this.leases.extend(jobs);
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
		return this.settler.exchange(completions, max, slots);
	}

	@Override
	public Settlement fail(Failure failure) {
		return this.settler.fail(failure);
	}

	@Override
	public MaintenanceReport maintain(int limit) {
		return this.upkeep.maintain(limit);
	}

	@Override
	public void pause() {
		this.scripts.pause();
	}

	@Override
	public void resume() {
		this.scripts.resume();
	}

	@Override
	public QueueSnapshot inspect() {
		return this.snapshots.inspect();
	}

	@Override
	public <T> Optional<T> role(Class<T> type) {
		return Stream.of(this, this.runs, this.snapshots, this.rehearsal)
			.filter(type::isInstance)
			.map(type::cast)
			.findFirst();
	}

	@Override
	public Duration watch(Runnable changed) {
		return this.waiter.watch(changed);
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
