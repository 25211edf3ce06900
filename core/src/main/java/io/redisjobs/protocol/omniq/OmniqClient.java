package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.redisjobs.JobRefusedException;
import io.redisjobs.redis.ContractScripts;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The operations of the OmniQ contract, with its results and error codes. Where an
 * operation has a time, a {@code nowMs} of 0 stands for the present.
 */
public final class OmniqClient {

	/** The most ids that one administrative call takes. */
	public static final int MAX_BATCH = 100;

	private static final int DEFAULT_MAINTENANCE = 1000;

	private final OmniqScripts scripts;

	private final Clock clock;

	private final Function<String, OmniqSettings> settings;

	private final OmniqPayloads payloads;

	private final Ulids ulids;

	private final OmniqMonitor monitor;

	private final OmniqChildren children;

	private final Map<String, OmniqAcks> acks = new ConcurrentHashMap<>();

	/**
	 * Creates a client.
	 * @param scripts the contract's scripts
	 * @param clock the present
	 * @param mapper makes JSON of payloads
	 * @param settings the settings of a queue
	 */
	public OmniqClient(ContractScripts scripts, Clock clock, JsonMapper mapper,
			Function<String, OmniqSettings> settings) {
		this.scripts = new OmniqScripts(scripts);
		this.clock = clock;
		this.settings = settings;
		this.payloads = new OmniqPayloads(mapper);
		this.ulids = new Ulids(clock);
		this.monitor = new OmniqMonitor(this.scripts);
		this.children = new OmniqChildren(this.scripts, () -> settings.apply("").childCounterTtl());
	}

	/** The prefix of a queue's keys; a name in braces is taken as it is. */
	public static String queueBase(String queue) {
		return OmniqKeys.base(OmniqNames.unwrapped(queue));
	}

	/** The present in milliseconds. */
	public long nowMs() {
		return this.clock.millis();
	}

	/** A new id that sorts behind all earlier ones. */
	public String ulid() {
		return this.ulids.next();
	}

	/** What is in the queues. */
	public OmniqMonitor monitor() {
		return this.monitor;
	}

	/** Publishes a job with the queue's defaults. */
	public String publish(String queue, @Nullable Object payload) {
		return publish(queue, payload, OmniqPublishOptions.defaults());
	}

	/** Publishes a job. */
	public String publish(String queue, @Nullable Object payload, OmniqPublishOptions options) {
		return publish(queue, payload, options, 0);
	}

	/**
	 * Publishes a job.
	 * @param queue the queue
	 * @param payload what becomes a JSON object or array
	 * @param options how it is to be run
	 * @param nowMs the present, 0 for the clock's
	 * @return the job's id
	 * @throws JobRefusedException if the payload or an option is not allowed
	 * @throws OmniqException {@code DUPLICATE_ID} if the given id exists and duplicates
	 * are rejected
	 */
	public String publish(String queue, @Nullable Object payload, OmniqPublishOptions options, long nowMs) {
		OmniqBinding binding = binding(queue);
		OmniqSettings settings = binding.settings();
		boolean given = options.jobId() != null;
		String id = given ? options.jobId() : ulid();
		String gid = OmniqNames.gid(queue, options.gid());
		OmniqNewJob job = new OmniqNewJob(id, given, this.payloads.json(queue, payload),
				or(options.maxAttempts(), settings.maxAttempts()),
				or(options.timeoutMs(), settings.timeout().toMillis()),
				or(options.backoffMs(), settings.backoff().toMillis()), or(options.dueMs(), 0L), 0, gid,
				or(options.groupLimit(), 0));
		String outcome = new OmniqPublisher(binding, this.ulids).enqueue(binding.now(nowMs), List.of(job)).get(0);
		if (outcome.equals("DUPLICATE_ID")) {
			throw new OmniqException("PUBLISH", queue, id, outcome);
		}
		return id;
	}

	private static <T> T or(@Nullable T value, T otherwise) {
		return (value != null) ? value : otherwise;
	}

	/** Reserves a job. */
	public OmniqReserveResult reserve(String queue) {
		return reserve(queue, 0);
	}

	/** Reserves a job at a time. */
	public OmniqReserveResult reserve(String queue, long nowMs) {
		return reserveMany(queue, 1, nowMs).get(0);
	}

	/** Reserves up to so many jobs in one round trip. */
	public List<OmniqReserveResult> reserveMany(String queue, int max) {
		return reserveMany(queue, max, 0);
	}

	/**
	 * Reserves up to so many jobs in one round trip.
	 * @param queue the queue
	 * @param max the most jobs to reserve, from 1 to 500
	 * @param nowMs the present, 0 for the clock's
	 * @return the jobs, or a single {@code Empty} or {@code Paused}
	 */
	public List<OmniqReserveResult> reserveMany(String queue, int max, long nowMs) {
		if (max < 1 || max > 500) {
			throw new IllegalArgumentException("1 to 500 jobs can be reserved at a time, not " + max);
		}
		OmniqBinding binding = binding(queue);
		OmniqTaken taken = this.scripts.reserve(binding.keys(), binding.now(nowMs), max, binding.instant());
		if (taken.paused()) {
			return List.of(new OmniqReserveResult.Paused());
		}
		if (taken.jobs().isEmpty()) {
			return List.of(new OmniqReserveResult.Empty());
		}
		return taken.jobs().stream().<OmniqReserveResult>map(OmniqReservedJob::result).toList();
	}

	/** Extends a lease. */
	public long heartbeat(String queue, String jobId, String leaseToken) {
		return heartbeat(queue, jobId, leaseToken, 0);
	}

	/**
	 * Extends a lease.
	 * @return until when it lasts
	 * @throws OmniqException {@code TOKEN_MISMATCH} or {@code NOT_ACTIVE} if it is lost
	 */
	public long heartbeat(String queue, String jobId, String leaseToken, long nowMs) {
		OmniqOutcome outcome = heartbeat(queue, List.of(new OmniqLease(jobId, leaseToken)), nowMs).get(0);
		return check("HEARTBEAT", queue, outcome).lockUntilMs();
	}

	/** Extends leases in one round trip. */
	public List<OmniqOutcome> heartbeat(String queue, List<OmniqLease> leases, long nowMs) {
		OmniqBinding binding = binding(queue);
		return this.scripts.heartbeat(binding.keys(), binding.now(nowMs), binding.settings().heartbeatMode(), leases)
			.outcomes();
	}

	/** Acknowledges a success. */
	public void ackSuccess(String queue, String jobId, String leaseToken) {
		ackSuccess(queue, jobId, leaseToken, 0);
	}

	/**
	 * Acknowledges a success. It may be repeated if Redis did not answer.
	 * @throws OmniqException {@code TOKEN_MISMATCH} or {@code NOT_ACTIVE} if the lease is
	 * lost
	 */
	public void ackSuccess(String queue, String jobId, String leaseToken, long nowMs) {
		check("ACK_SUCCESS", queue, ackSuccess(queue, List.of(new OmniqLease(jobId, leaseToken)), nowMs).get(0));
	}

	/** Acknowledges successes, up to 500 in a round trip. */
	public List<OmniqOutcome> ackSuccess(String queue, List<OmniqLease> leases, long nowMs) {
		OmniqBinding binding = binding(queue);
		List<OmniqEnd> ends = acks(queue).success(binding.now(nowMs), binding.settings().completedKeep(), leases);
		return IntStream.range(0, leases.size()).mapToObj((i) -> ends.get(i).success(leases.get(i).jobId())).toList();
	}

	private OmniqAcks acks(String queue) {
		return this.acks.computeIfAbsent(queue, (name) -> new OmniqAcks(new OmniqKeys(name), this.scripts));
	}

	/** Acknowledges a failure. */
	public OmniqFailResult ackFail(String queue, String jobId, String leaseToken) {
		return ackFail(queue, jobId, leaseToken, null, 0);
	}

	/** Acknowledges a failure and stores why. */
	public OmniqFailResult ackFail(String queue, String jobId, String leaseToken, @Nullable String error) {
		return ackFail(queue, jobId, leaseToken, error, 0);
	}

	/**
	 * Acknowledges a failure and stores why. It may be repeated if Redis did not answer.
	 * @throws OmniqException {@code TOKEN_MISMATCH} or {@code NOT_ACTIVE} if the lease is
	 * lost
	 */
	public OmniqFailResult ackFail(String queue, String jobId, String leaseToken, @Nullable String error, long nowMs) {
		OmniqBinding binding = binding(queue);
		OmniqFailure failure = new OmniqFailure((error != null) ? error : "", binding.settings().failedKeep(), false,
				-1);
		OmniqEnd end = acks(queue).fail(binding.instant(), binding.now(nowMs), new OmniqLease(jobId, leaseToken),
				failure);
		return switch (end.settlement().outcome()) {
			case RETRYING -> new OmniqFailResult.Retry(end.dueMs());
			case FAILED -> new OmniqFailResult.Failed();
			default -> throw new OmniqException("ACK_FAIL", queue, jobId, end.error());
		};
	}

	/** Puts up to 1000 delayed jobs that are due in line. */
	public int promoteDelayed(String queue) {
		return promoteDelayed(queue, DEFAULT_MAINTENANCE, 0);
	}

	/** Puts delayed jobs that are due in line. */
	public int promoteDelayed(String queue, int maxPromote, long nowMs) {
		OmniqBinding binding = binding(queue);
		return new OmniqUpkeep(binding).promoteDelayed(binding.now(nowMs), bounded(maxPromote));
	}

	/** Ends the attempts of up to 1000 jobs whose lease is over. */
	public int reapExpired(String queue) {
		return reapExpired(queue, DEFAULT_MAINTENANCE, 0);
	}

	/** Ends the attempts of jobs whose lease is over. */
	public int reapExpired(String queue, int maxReap, long nowMs) {
		OmniqBinding binding = binding(queue);
		return new OmniqUpkeep(binding).reapExpired(binding.now(nowMs), bounded(maxReap)).over();
	}

	private static int bounded(int max) {
		if (max < 1) {
			throw new IllegalArgumentException("Maintenance touches 1 or more jobs, not " + max);
		}
		return Math.min(max, 10 * DEFAULT_MAINTENANCE);
	}

	/** Keeps every worker from reserving. */
	public String pause(String queue) {
		this.scripts.pause(new OmniqKeys(queue));
		return "OK";
	}

	/**
	 * Lets workers reserve again.
	 * @return 1 if the queue was paused, else 0
	 */
	public int resume(String queue) {
		return this.scripts.resume(new OmniqKeys(queue));
	}

	/** Whether the queue is paused. */
	public boolean isPaused(String queue) {
		return this.scripts.readStats(new OmniqKeys(queue)).number(0) == 1;
	}

	/**
	 * Sets how many jobs of a group may run at a time, at once; running jobs go on.
	 * @param queue the queue
	 * @param gid the group
	 * @param limit at least 1
	 */
	public void setGroupLimit(String queue, String gid, int limit) {
		if (limit < 1) {
			throw new IllegalArgumentException("The limit of a group is at least 1, not " + limit);
		}
		OmniqBinding binding = binding(queue);
		this.scripts.setGroupLimit(binding.keys(), binding.now(), OmniqNames.group(queue, gid), limit);
	}

	/** Puts a failed job in line again with all its attempts. */
	public void retryFailed(String queue, String jobId) {
		check("RETRY_FAILED", queue, retryFailed(queue, List.of(jobId), 0).get(0));
	}

	/** Puts up to 100 failed jobs in line again. */
	public List<OmniqOutcome> retryFailed(String queue, List<String> jobIds, long nowMs) {
		OmniqBinding binding = binding(queue);
		return OmniqIdBatch.of("RETRY_FAILED_BATCH", queue, jobIds)
			.run((ids) -> this.scripts.retryFailed(binding.keys(), binding.now(nowMs), ids));
	}

	/** Deletes a job that is in a lane. */
	public void removeJob(String queue, String jobId, OmniqLane lane) {
		check("REMOVE_JOB", queue, removeJobs(queue, List.of(jobId), lane, 0).get(0));
	}

	/** Deletes up to 100 jobs that are in a lane. */
	public List<OmniqOutcome> removeJobs(String queue, List<String> jobIds, OmniqLane lane, long nowMs) {
		OmniqBinding binding = binding(queue);
		if (lane == OmniqLane.ACTIVE) {
			throw new OmniqException("REMOVE_JOBS_BATCH", queue, lane.key(), OmniqCode.BAD_LANE.name());
		}
		return OmniqIdBatch.of("REMOVE_JOBS_BATCH", queue, jobIds)
			.run((ids) -> this.scripts.removeJobs(binding.keys(), binding.now(nowMs), lane, ids));
	}

	/**
	 * Starts a counter of children.
	 * @throws OmniqException {@code BAD_EXPECTED} or {@code ALREADY_INIT}
	 */
	public void childsInit(String key, int expected) {
		this.children.init(key, expected);
	}

	/**
	 * Counts a child as done, once for each child id.
	 * @return how many are outstanding
	 * @throws OmniqException {@code CHILD_REQUIRED} or {@code NO_COUNTER}
	 */
	public long childAck(String key, String childId) {
		return this.children.ack(key, childId);
	}

	private OmniqBinding binding(String queue) {
		return new OmniqBinding(new OmniqKeys(queue), this.settings.apply(queue), this.scripts, this.clock);
	}

	private static OmniqOutcome check(String operation, String queue, OmniqOutcome outcome) {
		if (outcome.error() != null) {
			throw new OmniqException(operation, queue, outcome.jobId(), outcome.error().name());
		}
		return outcome;
	}

}
