package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Exchange;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FoundJobs;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Rest;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.protocol.UnattendedRole;
import io.redisjobs.redis.UnansweredCalls;

/** One stream and this application's consumer group on it. */
final class StreamsJobQueue implements JobQueue, StreamStatisticsRole, UnattendedRole, RouterRole {

	private final StreamsSettings settings;

	private final StreamsScripts scripts;

	private final ServerCheck serverCheck;

	private final StreamsPublisher publisher;

	private final StreamsLeases leases;

	private final StreamsTaker taker;

	private final StreamsSettler settler;

	private final StreamsUpkeep upkeep;

	private final StreamsSnapshots snapshots;

	private final StreamsRehearsal rehearsal;

	StreamsJobQueue(StreamsBinding binding, StreamsScripts scripts, ServerCheck serverCheck) {
		this.settings = binding.settings();
		this.scripts = scripts;
		this.serverCheck = serverCheck;
		this.publisher = new StreamsPublisher(binding, scripts);
		this.upkeep = new StreamsUpkeep(binding, scripts);
		this.snapshots = new StreamsSnapshots(binding, scripts);
		Rest rest = new Rest();
		EntrySizes sizes = new EntrySizes();
		EntryReader entries = new EntryReader(binding);
		Deliveries deliveries = new Deliveries(binding.lease());
		UnansweredCalls<Settlement> unanswered = scripts.unanswered();
		this.leases = new StreamsLeases(binding, scripts, deliveries);
		FoundJobs<StreamsJob> found = new FoundJobs<>(this.leases::extend, StreamsJob::extendedTo);
		StreamsExchanger exchanger = new StreamsExchanger(binding, scripts, entries, sizes, unanswered, deliveries,
				found);
		HeldEntries held = new HeldEntries(new OwnEntries(binding, scripts, entries),
				new LostEntries(binding, scripts, entries, deliveries, unanswered), deliveries);
		this.taker = new StreamsTaker(unanswered, found, rest, held, exchanger,
				new NewEntries(binding, scripts, exchanger, entries, sizes, deliveries),
				new StreamsAdmission(binding, scripts, sizes, unanswered, found));
		this.settler = new StreamsSettler(binding, scripts, exchanger, unanswered, deliveries, rest);
		this.rehearsal = new StreamsRehearsal(scripts, binding.keys(), rest);
	}

	@Override
	public List<PublishResult> publish(List<NewJob> jobs) {
		return this.publisher.publish(jobs);
	}

	@Override
	public Reservation reserve(int max, Duration maxWait) {
		this.serverCheck.warnOnce(this.scripts);
		return this.taker.take(List.of(), max, maxWait).reservation();
	}

	@Override
	public boolean mayTakeAhead() {
		return !this.settings.oncePerJobId() && this.settings.attempts() > 1;
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
		return this.taker.take(completions, max, Duration.ZERO);
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
	public void prepare() {
		this.scripts.createGroup();
	}

	@Override
	public MaintenanceReport maintainForOthers(int limit) {
		return this.upkeep.maintainForOthers(limit);
	}

	@Override
	public long pass(String job) {
		return this.scripts.countPass(job);
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
	public StreamStatistics statistics() {
		return this.snapshots.statistics();
	}

	@Override
	public Duration watch(Runnable changed) {
		return this.taker.watch(changed);
	}

	@Override
	public <T> Optional<T> role(Class<T> type) {
		return type.isInstance(this.rehearsal) ? Optional.of(type.cast(this.rehearsal)) : JobQueue.super.role(type);
	}

	@Override
	public void wakeUp() {
		this.taker.wakeUp();
	}

	@Override
	public void disconnect() {
		this.taker.disconnect();
	}

	@Override
	public void close() {
		this.taker.close();
		if (this.taker.isUsed()) {
			this.upkeep.leave();
		}
	}

}
