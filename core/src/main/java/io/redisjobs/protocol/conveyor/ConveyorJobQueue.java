package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import io.redisjobs.JobContext;
import io.redisjobs.JobOptions;
import io.redisjobs.JobRefusedException;
import io.redisjobs.JobState;
import io.redisjobs.ParentLink;
import io.redisjobs.UnsupportedJobOptionException;
import io.redisjobs.protocol.Completion;
import io.redisjobs.protocol.Failure;
import io.redisjobs.protocol.FailureAction;
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
import io.redisjobs.protocol.conveyor.ConveyorScripts.Addition;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.Reply;
import io.redisjobs.redis.TimeLimit;
import io.redisjobs.redis.UnansweredCalls;
import io.redisjobs.redis.WaitingConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisListCommands.Direction;

/** A queue spoken to in the Conveyor contract. */
final class ConveyorJobQueue implements JobQueue {

	private static final Log logger = LogFactory.getLog(ConveyorJobQueue.class);

	/** How many jobs of the keys that all queues share are counted in one call. */
	private static final int COUNTED_AT_A_TIME = 1000;

	private static final int MOST_COUNTS = 100;

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

	private final ConveyorRuns runs;

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
		this.runs = new ConveyorRuns(clock, definition.lease());
		this.worker = new ConveyorWorker(this.scripts, definition, settings, clock, ids, this.unanswered, this.runs);
		ConveyorCloser closer = new ConveyorCloser(this.scripts, this.store, clock, settings.childFailure());
		this.settlement = new ConveyorSettlement(this.scripts, definition.name(), closer, settings, clock,
				this.unanswered);
		ConveyorRecovery recovery = new ConveyorRecovery(this.scripts, this.store, this.settlement, this.worker,
				this.runs, clock);
		this.upkeep = new ConveyorUpkeep(this.scripts, this.store, closer, recovery, clock, definition.lease());
		this.client = new ConveyorClient(scripts, clock, settings, ids);
		this.waiting = new WaitingConnection(scripts.runner().connections(), keys.queue(definition.name()),
				definition.workerName());
	}

	@Override
	public List<PublishResult> publish(List<NewJob> jobs) {
		List<ConveyorJob> complete = new ArrayList<>(jobs.size());
		jobs.forEach((job) -> complete.add(message(job)));
		List<Addition> additions = new ArrayList<>(jobs.size());
		Set<ConveyorRun> publishers = Collections.newSetFromMap(new IdentityHashMap<>());
		for (int i = 0; i < jobs.size(); i++) {
			Addition addition = this.adder.route(complete.get(i), false);
			ConveyorRun publisher = publisher(jobs.get(i));
			// the next run adds again what this one adds to its own job, and nothing else
			if (publisher == null || !publisher.uuid().equals(complete.get(i).waitsFor())) {
				addition = addition.staying();
			}
			if (publisher != null) {
				addition = addition.by(publisher);
				publishers.add(publisher);
			}
			additions.add(addition);
		}
		List<String> replies = during(List.copyOf(publishers), () -> this.adder.add(additions));
		List<PublishResult> results = new ArrayList<>(jobs.size());
		for (int i = 0; i < complete.size(); i++) {
			results.add(result(complete.get(i), (replies != null) ? replies.get(i) : "LOST"));
		}
		return results;
	}

	private static @Nullable ConveyorRun publisher(NewJob job) {
		JobContext publisher = job.options().publishedBy();
		return (publisher != null) ? publisher.as(ConveyorReservedJob.class).map(ConveyorReservedJob::run).orElse(null)
				: null;
	}

	/** Publishes while none of the runs it is done for can be given up. */
	private @Nullable List<String> during(List<ConveyorRun> runs, Supplier<List<String>> publishing) {
		return runs.isEmpty() ? publishing.get()
				: runs.get(0).during(this.clock::instant, () -> during(runs.subList(1, runs.size()), publishing));
	}

	private static PublishResult result(ConveyorJob job, String reply) {
		return switch (reply) {
			case "ADDED" -> PublishResult.added(job.uuid());
			case "LOST" -> PublishResult.leaseLost("the job it belongs to is not its run's any more");
			default -> PublishResult.refused(ConveyorAdder.missing(job));
		};
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
		List<ConveyorReservedJob> ours = jobs.stream().map(ConveyorReservedJob.class::cast).toList();
		return this.runs.during(ours, ConveyorReservedJob::run, this::prolong,
				(job) -> ConveyorSettlement.lost(job.job()));
	}

	private List<Settlement> prolong(List<ConveyorReservedJob> jobs) {
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
					: ConveyorSettlement.lost(job.job()))
			.toList();
	}

	@Override
	public List<Settlement> complete(List<Completion> completions) {
		List<Settlement> settlements = this.runs.during(completions, ConveyorJobQueue::run, this.settlement::complete,
				(completion) -> ConveyorSettlement.lost(((ConveyorReservedJob) completion.job()).job()));
		completions.forEach((completion) -> this.runs.end(run(completion)));
		return settlements;
	}

	private static ConveyorRun run(Completion completion) {
		return ((ConveyorReservedJob) completion.job()).run();
	}

	@Override
	public Settlement fail(Failure failure) {
		if (failure.action() instanceof FailureAction.Release release && !release.rest().isZero()) {
			this.rest.begin(release.rest());
		}
		ConveyorReservedJob job = (ConveyorReservedJob) failure.job();
		Settlement settlement = job.run().during(this.clock::instant, () -> this.settlement.fail(failure));
		this.runs.end(job.run());
		return (settlement != null) ? settlement : ConveyorSettlement.lost(job.job());
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
		Reply reply = this.scripts.inspect(this.definition.name(), 0, "0", COUNTED_AT_A_TIME);
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		counts.put(JobState.WAITING, reply.number(0));
		boolean paused = reply.number(1) == 1;
		Set<String> running = new HashSet<>();
		Set<String> waiting = new HashSet<>();
		for (int part = 1;; part++) {
			counts.merge(JobState.DELAYED, reply.number(2), Long::sum);
			counts.merge(JobState.FAILED, reply.number(3), Long::sum);
			running.addAll(reply.nested(6).texts());
			waiting.addAll(reply.nested(7).texts());
			String cursor = reply.text(5);
			if (part == MOST_COUNTS || (reply.number(4) == 0 && cursor.isEmpty())) {
				break;
			}
			reply = this.scripts.inspect(this.definition.name(), part * COUNTED_AT_A_TIME, cursor, COUNTED_AT_A_TIME);
		}
		running.removeAll(waiting);
		counts.put(JobState.ACTIVE, (long) running.size());
		counts.put(JobState.WAITING_CHILDREN, (long) waiting.size());
		return new QueueSnapshot(paused, counts);
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
