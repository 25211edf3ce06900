package io.redisjobs.listener;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.Reservation;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

/** A queue in memory, whose calls a test can look at, hold up and make fail. */
final class FakeJobQueue implements JobQueue {

	private final Clock clock;

	private final Duration lease;

	private final Deque<FakeJob> waiting = new LinkedBlockingDeque<>();

	private final Semaphore arrivals = new Semaphore(0);

	private final Map<Verb, Consumer<List<String>>> before = new EnumMap<>(Verb.class);

	private final Map<Verb, Consumer<List<String>>> after = new EnumMap<>(Verb.class);

	final Set<String> active = ConcurrentHashMap.newKeySet();

	final List<String> completed = new CopyOnWriteArrayList<>();

	final List<String> failed = new CopyOnWriteArrayList<>();

	final List<List<String>> extensions = new CopyOnWriteArrayList<>();

	/** What was to become of the jobs that did not complete. */
	final List<FailureAction> actions = new CopyOnWriteArrayList<>();

	/** For how many calls more the jobs of these ids cannot be completed yet. */
	final Map<String, Integer> blocked = new ConcurrentHashMap<>();

	/** What it has beside its verbs. */
	final Map<Class<?>, Object> roles = new ConcurrentHashMap<>();

	/** Whether jobs may be taken before there is a slot for them. */
	volatile boolean takesAhead;

	/** How many jobs more than asked for are taken at a time. */
	final AtomicInteger surplus = new AtomicInteger();

	/** For how long it may be left alone when it is watched, zero if it cannot be. */
	volatile Duration watchedFor = Duration.ZERO;

	/** Whether whoever watches is told of new jobs. */
	volatile boolean tells = true;

	/** How often it was watched. */
	final AtomicInteger watched = new AtomicInteger();

	private final AtomicReference<@Nullable Runnable> watcher = new AtomicReference<>();

	/** When the next upkeep is due in a queue in which nothing changes. */
	volatile Duration nextUpkeepIfUnchanged = Duration.ofMillis(10);

	final AtomicInteger upkeep = new AtomicInteger();

	final AtomicInteger disconnected = new AtomicInteger();

	FakeJobQueue(Clock clock, Duration lease) {
		this.clock = clock;
		this.lease = lease;
	}

	/** The calls that can be held up. */
	enum Verb {

		RESERVE, WATCH, EXTEND, COMPLETE, FAIL, MAINTAIN, WAKE_UP, DISCONNECT

	}

	/** Does something, such as throwing, before a call has an effect. */
	FakeJobQueue before(Verb verb, Consumer<List<String>> action) {
		this.before.put(verb, action);
		return this;
	}

	/** Does something, such as throwing, after a call had its effect. */
	FakeJobQueue after(Verb verb, Consumer<List<String>> action) {
		this.after.put(verb, action);
		return this;
	}

	private void happens(Map<Verb, Consumer<List<String>>> actions, Verb verb, List<String> ids) {
		actions.getOrDefault(verb, (nothing) -> {
		}).accept(ids);
	}

	void add(int count) {
		IntStream.range(0, count).forEach((i) -> add("job-" + (i + 1), this.lease));
	}

	void add(String id, Duration ownLease) {
		this.waiting.add(new FakeJob(id, ownLease, Instant.EPOCH));
		this.arrivals.release();
		if (this.tells) {
			change();
		}
	}

	/** Tells whoever watches. */
	void change() {
		Runnable told = this.watcher.getAndSet(null);
		if (told != null) {
			told.run();
		}
	}

	@Override
	public Duration watch(Runnable changed) {
		happens(this.before, Verb.WATCH, List.of());
		if (!this.watchedFor.isZero()) {
			this.watcher.set(changed);
			this.watched.incrementAndGet();
		}
		return this.watchedFor;
	}

	int waiting() {
		return this.waiting.size();
	}

	OpenQueue open(String name) {
		return new OpenQueue(name, new FakeProtocol(), this);
	}

	@Override
	public boolean mayTakeAhead() {
		return this.takesAhead;
	}

	@Override
	public Reservation reserve(int max, Duration maxWait) {
		happens(this.before, Verb.RESERVE, List.of());
		List<FakeJob> taken = new ArrayList<>();
		try {
			boolean some = this.arrivals.tryAcquire(maxWait.toMillis(), TimeUnit.MILLISECONDS);
			while (some) {
				FakeJob job = this.waiting.poll();
				if (job != null) {
					taken.add(job.leasedFrom(this.clock.instant()));
					this.active.add(job.id());
				}
				some = taken.size() < max + this.surplus.get() && this.arrivals.tryAcquire();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		happens(this.after, Verb.RESERVE, taken.stream().map(FakeJob::id).toList());
		return Reservation.of(taken);
	}

	@Override
	public List<Settlement> extend(List<? extends ReservedJob> jobs) {
		List<String> ids = ids(jobs);
		happens(this.before, Verb.EXTEND, ids);
		this.extensions.add(ids);
		return jobs.stream()
			.map((job) -> this.active.contains(job.id())
					? Settlement.extended(this.clock.instant().plus(((FakeJob) job).lease))
					: Settlement.leaseLost("not active"))
			.toList();
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		List<String> ids = ids(completions.stream().map(Completion::job).toList());
		happens(this.before, Verb.COMPLETE, ids);
		List<Settlement> settlements = ids.stream().map((id) -> {
			if (this.blocked.getOrDefault(id, 0) > 0) {
				this.blocked.merge(id, -1, Integer::sum);
				return Settlement.blocked("it waits for another");
			}
			// a repeated call answers what the first one did
			if (this.active.remove(id)) {
				this.completed.add(id);
			}
			return this.completed.contains(id) ? Settlement.completed() : Settlement.leaseLost("not active");
		}).toList();
		happens(this.after, Verb.COMPLETE, ids);
		return settlements;
	}

	@Override
	public Settlement fail(Failure failure) {
		List<String> ids = List.of(failure.job().id());
		happens(this.before, Verb.FAIL, ids);
		if (!this.active.remove(failure.job().id())) {
			return Settlement.leaseLost("not active");
		}
		this.actions.add(failure.action());
		if (failure.action() instanceof FailureAction.Release) {
			this.waiting.addFirst((FakeJob) failure.job());
			this.arrivals.release();
			return Settlement.released();
		}
		if (failure.action() instanceof FailureAction.HandBack action && action.most() > 0) {
			this.waiting.add((FakeJob) failure.job());
			this.arrivals.release();
			return Settlement.handedBack(this.clock.instant().plus(action.pause()), 1, action.most());
		}
		this.failed.add(failure.job().id());
		return Settlement.failed();
	}

	private static List<String> ids(List<? extends ReservedJob> jobs) {
		return jobs.stream().map(ReservedJob::id).toList();
	}

	@Override
	public MaintenanceReport maintain(int limit) {
		this.upkeep.incrementAndGet();
		happens(this.before, Verb.MAINTAIN, List.of());
		return new MaintenanceReport(0, 0, 0, 0, false, Duration.ofMillis(10), this.nextUpkeepIfUnchanged);
	}

	@Override
	public <T> Optional<T> role(Class<T> type) {
		return Optional.ofNullable(type.cast(this.roles.get(type)));
	}

	@Override
	public void wakeUp() {
		happens(this.before, Verb.WAKE_UP, List.of());
		this.arrivals.release();
	}

	@Override
	public void disconnect() {
		this.disconnected.incrementAndGet();
		happens(this.before, Verb.DISCONNECT, List.of());
	}

	@Override
	public List<PublishResult> publish(List<NewJob> jobs) {
		throw new UnsupportedOperationException("Jobs are added by the test");
	}

	@Override
	public void pause() {
		throw new UnsupportedOperationException("It cannot be paused");
	}

	@Override
	public void resume() {
		throw new UnsupportedOperationException("It cannot be paused");
	}

	@Override
	public QueueSnapshot inspect() {
		return new QueueSnapshot(false, Map.of());
	}

	@Override
	public void close() {
	}

	/**
	 * A job in memory.
	 *
	 * @param id its id
	 * @param lease how long it is leased for
	 * @param leaseEnd when that ends
	 */
	record FakeJob(String id, Duration lease, Instant leaseEnd) implements ReservedJob {

		FakeJob leasedFrom(Instant now) {
			return new FakeJob(this.id, this.lease, now.plus(this.lease));
		}

		@Override
		public String name() {
			return "";
		}

		@Override
		public byte[] payload() {
			return new byte[] { '1' };
		}

		@Override
		public int attempt() {
			return 1;
		}

		@Override
		public int maxAttempts() {
			return 1;
		}

		@Override
		public String token() {
			return "token of " + this.id;
		}

	}

	private final class FakeProtocol implements JobProtocol {

		@Override
		public String id() {
			return "fake";
		}

		@Override
		public Set<Capability> capabilities() {
			return Set.of();
		}

		@Override
		public JobQueue open(QueueDefinition definition) {
			return FakeJobQueue.this;
		}

	}

}
