package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobState;
import io.redisjobs.ParentLink;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureWish;
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
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.TimeLimit;
import io.redisjobs.redis.UnansweredCalls;
import io.redisjobs.redis.WaitingConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.data.redis.connection.RedisListCommands.Direction;

/** A queue spoken to in the Conveyor contract. */
final class ConveyorJobQueue implements JobQueue {

	private static final Log logger = LogFactory.getLog(ConveyorJobQueue.class);

	private static final int MAX_COUNTED = 1000;

	/** How long a server that may hang has to take the sign-off. */
	private static final Duration FAREWELL = Duration.ofSeconds(1);

	private static final double MIN_WAIT_SECONDS = 0.01;

	private final QueueDefinition definition;

	private final ConveyorSettings settings;

	private final Clock clock;

	private final ConveyorScripts scripts;

	private final ConveyorStore store;

	private final ConveyorAdder adder;

	private final ConveyorWorker worker;

	private final ConveyorSettlement settlement;

	private final ConveyorUpkeep upkeep;

	private final ConveyorClient client;

	private final WaitingConnection waiting;

	private final UnansweredCalls<Settlement, ConveyorReservedJob> unanswered;

	private final Rest rest = new Rest();

	ConveyorJobQueue(QueueDefinition definition, ConveyorSettings settings, ContractScripts scripts, Clock clock,
			Supplier<String> ids) {
		ConveyorKeys keys = new ConveyorKeys(settings.preset(), settings.prefix());
		this.definition = definition;
		this.settings = settings;
		this.clock = clock;
		this.scripts = new ConveyorScripts(scripts, keys);
		this.store = new ConveyorStore(scripts.runner().connections(), keys);
		this.adder = new ConveyorAdder(this.scripts, clock, ids, settings.verifyParent());
		this.unanswered = this.scripts.unanswered();
		this.worker = new ConveyorWorker(this.scripts, definition.name(), definition.lease(), settings, clock, ids,
				this.unanswered);
		ConveyorCloser closer = new ConveyorCloser(this.scripts, this.store, clock);
		this.settlement = new ConveyorSettlement(this.scripts, definition.name(), closer, settings, clock,
				this.unanswered);
		this.upkeep = new ConveyorUpkeep(this.scripts, this.store, this.settlement, closer, clock, definition.lease());
		this.client = new ConveyorClient(scripts, clock, settings, ids);
		this.waiting = new WaitingConnection(scripts.runner().connections(), keys.queue(definition.name()),
				definition.workerName());
	}

	@Override
	public List<PublishResult> publish(List<NewJob> jobs) {
		List<ConveyorJob> complete = new ArrayList<>(jobs.size());
		jobs.forEach((job) -> complete.add(message(job)));
		List<Boolean> added = this.adder.add(complete.stream().map((job) -> this.adder.route(job, false)).toList());
		List<PublishResult> results = new ArrayList<>(jobs.size());
		for (int i = 0; i < complete.size(); i++) {
			ConveyorJob job = complete.get(i);
			results.add(
					added.get(i) ? PublishResult.added(job.uuid()) : PublishResult.refused(ConveyorAdder.missing(job)));
		}
		return results;
	}

	private ConveyorJob message(NewJob newJob) {
		JobOptions options = newJob.options();
		ConveyorJob.Builder job = ConveyorJob.builder()
			.queue(this.definition.name())
			.type(type(options))
			.payload(newJob.payload());
		if (options.id() != null) {
			job.uuid(options.id());
		}
		if (options.runAt() != null) {
			job.runAt(options.runAt());
		}
		else if (options.delay() != null) {
			job.runAt(this.clock.instant().plus(options.delay()));
		}
		if (options.attempts() != null) {
			job.maxRetries(options.attempts());
		}
		if (options.parent() != null) {
			job.parentUuid(parent(options.parent()));
		}
		if (options.after() != null) {
			job.predecessorUuid(options.after());
		}
		try {
			return this.adder.complete(job.build());
		}
		catch (ConveyorException.InvalidJob | ConveyorException.Serialization ex) {
			throw new JobRefusedException(this.definition.name(), ex.getMessage(), ex);
		}
	}

	private String type(JobOptions options) {
		if (options.type() != null) {
			return options.type();
		}
		if (options.name() != null) {
			return options.name();
		}
		return Objects.requireNonNullElse(this.settings.type(), this.definition.name());
	}

	private String parent(ParentLink parent) {
		// what a child's failure means is the workers' setting, a message cannot say it
		if (parent.onFailure() != ParentLink.OnFailure.WAIT) {
			throw new UnsupportedJobOptionException(this.definition.name(), ConveyorProtocol.ID, "parent.onFailure");
		}
		return parent.id();
	}

	@Override
	public Reservation reserve(int max, Duration maxWait) {
		this.unanswered.ask();
		List<ConveyorReservedJob> found = found();
		if (!found.isEmpty()) {
			return Reservation.of(found);
		}
		Duration rest = this.rest.left();
		if (!rest.isZero()) {
			return Reservation.throttled(rest);
		}
		Reservation reservation = this.worker.take(max);
		if (reservation.kind() != Reservation.Kind.EMPTY || maxWait.isZero()) {
			return reservation;
		}
		return jobsArrive(maxWait) ? this.worker.take(max) : reservation;
	}

	/** Jobs of replies that were lost, as far as they are still ours. */
	private List<ConveyorReservedJob> found() {
		List<ConveyorReservedJob> found = this.unanswered.found();
		List<ConveyorReservedJob> ours = new ArrayList<>(found.size());
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

	private boolean jobsArrive(Duration maxWait) {
		byte[] queue = this.scripts.keys().queue(this.definition.name());
		Duration mostOfLease = this.definition.lease().dividedBy(3);
		Duration wait = (maxWait.compareTo(mostOfLease) < 0) ? maxWait : mostOfLease;
		double seconds = Math.max(MIN_WAIT_SECONDS, wait.toMillis() / 1000.0);
		// moving the oldest job to where it is changes nothing and waits for one
		return this.waiting.await((connection) -> connection.listCommands()
			.bLMove(queue, queue, Direction.RIGHT, Direction.RIGHT, seconds)) != null;
	}

	@Override
	public List<Settlement> extend(List<? extends ReservedJob> jobs) {
		Map<String, List<String>> byWorker = new LinkedHashMap<>();
		jobs.forEach((job) -> byWorker.computeIfAbsent(job.token(), (token) -> new ArrayList<>()).add(job.id()));
		Instant leaseEnd = this.clock.instant().plus(this.definition.lease());
		Map<String, Boolean> owned = new HashMap<>();
		byWorker.forEach((token, uuids) -> {
			List<String> replies = this.worker.heartbeat(token, uuids);
			for (int i = 0; i < uuids.size(); i++) {
				owned.put(token + ' ' + uuids.get(i), replies.get(i).equals("OWNED"));
			}
		});
		return jobs.stream()
			.map((job) -> Boolean.TRUE.equals(owned.get(job.token() + ' ' + job.id())) ? Settlement.extended(leaseEnd)
					: Settlement.leaseLost("job " + job.id() + " is not this worker's any more"))
			.toList();
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		return this.settlement.complete(completions);
	}

	@Override
	public Settlement fail(Failure failure) {
		if (failure.wish() instanceof FailureWish.Release release && !release.rest().isZero()) {
			this.rest.begin(release.rest());
		}
		return this.settlement.fail(failure);
	}

	@Override
	public MaintenanceReport maintain(int limit) {
		return this.upkeep.run(limit);
	}

	@Override
	public void pause() {
		this.store.pause(this.definition.name());
	}

	@Override
	public void resume() {
		this.store.resume(this.definition.name());
	}

	@Override
	public QueueSnapshot inspect() {
		Reply reply = this.scripts.inspect(this.definition.name(), MAX_COUNTED);
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, reply.number(0));
		counts.put(JobState.DELAYED, ours(reply.nested(2)));
		counts.put(JobState.FAILED, ours(reply.nested(3)));
		counts.put(JobState.ACTIVE, ours(reply.nested(4)));
		counts.put(JobState.WAITING_CHILDREN, ours(reply.nested(5)));
		return new QueueSnapshot(reply.number(1) == 1, counts);
	}

	/** How many jobs of a key that all queues share are this queue's. */
	private long ours(Reply jobs) {
		long count = 0;
		for (int i = 0; i < jobs.size(); i++) {
			count += ConveyorMessages.read(jobs.bytes(i), this.scripts.keys())
				.filter((job) -> job.queue().equals(this.definition.name()))
				.isPresent() ? 1 : 0;
		}
		return count;
	}

	@Override
	public void wakeUp() {
		this.waiting.wakeUp();
	}

	@Override
	public void disconnect() {
		this.waiting.disconnect();
	}

	@Override
	public <T> Optional<T> role(Class<T> type) {
		return type.isInstance(this.client) ? Optional.of(type.cast(this.client)) : JobQueue.super.role(type);
	}

	@Override
	public void close() {
		this.waiting.close();
		try {
			TimeLimit.ask(FAREWELL, () -> {
				this.worker.retire();
				return true;
			});
		}
		catch (RuntimeException ex) {
			logger.warn("Queue " + this.definition.name()
					+ ": the worker could not sign off; what it holds is recovered after its lease", ex);
		}
	}

}
