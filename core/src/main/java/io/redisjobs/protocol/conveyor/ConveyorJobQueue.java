package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.UnansweredCalls;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/** A queue spoken to in the Conveyor contract. */
final class ConveyorJobQueue implements JobQueue {

	private final String name;

	private final ConveyorStore store;

	private final ConveyorPublisher publisher;

	private final ConveyorWorker worker;

	private final ConveyorWaiter waiter;

	private final ConveyorLeases leases;

	private final ConveyorTaker taker;

	private final ConveyorSettler settler;

	private final ConveyorUpkeep upkeep;

	private final ConveyorSnapshots snapshots;

	private final ConveyorClient client;

	private final ConveyorRehearsal rehearsal;

	ConveyorJobQueue(QueueDefinition definition, ConveyorSettings settings, ContractScripts contractScripts,
			ConveyorTurn turn, Clock clock, Supplier<String> ids) {
		RedisConnectionFactory connections = contractScripts.runner().connections();
		ConveyorScripts scripts = new ConveyorScripts(contractScripts, settings);
		ConveyorKeys keys = scripts.keys();
		ConveyorRuns runs = new ConveyorRuns(clock, definition.lease());
		UnansweredCalls<Settlement> unanswered = scripts.unanswered();
		Rest rest = new Rest();
		this.name = definition.name();
		this.client = new ConveyorClient(contractScripts, clock, settings, ids);
		this.store = new ConveyorStore(connections, keys);
		this.publisher = new ConveyorPublisher(this.name, settings,
				new ConveyorAdder(scripts, clock, ids, settings.verifyParent()), runs, clock);
		this.worker = new ConveyorWorker(scripts, definition, ids);
		this.leases = new ConveyorLeases(scripts, this.worker, runs, clock);
		this.waiter = new ConveyorWaiter(connections, definition, keys);
		FoundJobs<ConveyorReservedJob> found = new FoundJobs<>(this.leases::extend, ConveyorReservedJob::extendedTo);
		ConveyorHand hand = new ConveyorHand(scripts, settings, this.worker, runs, unanswered, found, clock);
		this.taker = new ConveyorTaker(unanswered, found, rest, hand, this.waiter);
		ConveyorCloser closer = new ConveyorCloser(scripts, this.store, clock);
		ConveyorRunEnds ends = new ConveyorRunEnds(keys, settings, this.name);
		this.settler = new ConveyorSettler(scripts, closer, ends, runs, unanswered, rest, clock);
		this.upkeep = new ConveyorUpkeep(new ConveyorScheduler(scripts, this.store, closer, settings, clock, this.name),
				this.store, closer, new ConveyorRecovery(scripts, this.store, closer, ends, this.worker, runs, clock),
				turn, clock, definition);
		this.snapshots = new ConveyorSnapshots(scripts, this.name, clock);
		this.rehearsal = new ConveyorRehearsal(this.store, keys, this.worker, rest, clock);
	}

	@Override
	public List<PublishResult> publish(List<NewJob> jobs) {
		return this.publisher.publish(jobs);
	}

	@Override
	public Reservation reserve(int max, Duration maxWait) {
		return this.taker.take(max, maxWait);
	}

	@Override
	public List<Settlement> extend(List<? extends ReservedJob> jobs) {
		return this.leases.extend(jobs.stream().map(ConveyorReservedJob.class::cast).toList());
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		return this.settler.complete(completions);
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
		this.store.pause(this.name);
	}

	@Override
	public void resume() {
		this.store.resume(this.name);
	}

	@Override
	public QueueSnapshot inspect() {
		return this.snapshots.inspect();
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
		this.upkeep.leave();
		this.waiter.disconnect();
	}

	@Override
	public <T> Optional<T> role(Class<T> type) {
		return Stream.of(this, this.client, this.rehearsal).filter(type::isInstance).map(type::cast).findFirst();
	}

	@Override
	public void close() {
		this.upkeep.leave();
		this.waiter.close();
		this.worker.signOff();
	}

}
