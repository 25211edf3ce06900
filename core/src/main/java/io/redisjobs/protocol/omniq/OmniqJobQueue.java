package io.redisjobs.protocol.omniq;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.redisjobs.JobSnapshot;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
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

/** An OmniQ queue behind the containers. */
final class OmniqJobQueue implements JobQueue, LookupRole {

	private final OmniqBinding binding;

	private final OmniqPublisher publisher;

	private final OmniqWaiter waiter;

	private final OmniqLeases leases;

	private final OmniqTaker taker;

	private final OmniqSettler settler;

	private final OmniqUpkeep upkeep;

	private final OmniqSnapshots snapshots;

	private final OmniqRehearsal rehearsal;

	OmniqJobQueue(OmniqBinding binding) {
		Rest rest = new Rest();
		OmniqAcks acks = new OmniqAcks(binding.keys(), binding.scripts());
		this.binding = binding;
		this.publisher = new OmniqPublisher(binding, new Ulids(binding.clock()));
		this.waiter = OmniqWaiter.of(binding);
		this.leases = new OmniqLeases(binding);
		this.taker = new OmniqTaker(binding, acks, this.leases, rest, this.waiter);
		this.settler = new OmniqSettler(binding, acks, rest);
		this.upkeep = new OmniqUpkeep(binding);
		this.snapshots = new OmniqSnapshots(binding);
		this.rehearsal = new OmniqRehearsal(binding, rest);
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
		return this.leases.extend(jobs);
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		return this.settler.complete(completions);
	}

	@Override
	public Exchange exchange(List<Completion> completions, int max) {
		return this.taker.exchange(completions, max);
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
		this.binding.scripts().pause(this.binding.keys());
	}

	@Override
	public void resume() {
		this.binding.scripts().resume(this.binding.keys());
	}

	@Override
	public QueueSnapshot inspect() {
		return this.snapshots.inspect();
	}

	@Override
	public Optional<JobSnapshot> find(String id) {
		return this.snapshots.find(id);
	}

	@Override
	public Duration watch(Runnable changed) {
		return this.waiter.watch(changed);
	}

	@Override
	public <T> Optional<T> role(Class<T> type) {
		return type.isInstance(this.rehearsal) ? Optional.of(type.cast(this.rehearsal)) : JobQueue.super.role(type);
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
