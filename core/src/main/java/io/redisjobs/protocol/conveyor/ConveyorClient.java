package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.TimeLimit;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * The contract's own operations: adding jobs by its rules, and what an operator does with
 * jobs that wait or have failed.
 */
public final class ConveyorClient {

	private static final int PAGE = 500;

	private final ConveyorScripts scripts;

	private final ConveyorStore store;

	private final ConveyorAdder adder;

	private final ConveyorCloser closer;

	private final Clock clock;

	/**
	 * Creates the client.
	 * @param scripts the contract's scripts
	 * @param clock tells whether a moment is in the future
	 * @param settings how keys are named and whether parents are verified
	 */
	public ConveyorClient(ContractScripts scripts, Clock clock, ConveyorSettings settings) {
		this(scripts, clock, settings, () -> UUID.randomUUID().toString());
	}

	ConveyorClient(ContractScripts scripts, Clock clock, ConveyorSettings settings, Supplier<String> ids) {
		this.scripts = new ConveyorScripts(scripts, settings);
		this.store = new ConveyorStore(scripts.runner().connections(), this.scripts.keys());
		this.adder = new ConveyorAdder(this.scripts, clock, ids, settings.verifyParent());
		this.closer = new ConveyorCloser(this.scripts, this.store, clock);
		this.clock = clock;
	}

	/**
	 * Adds a job: to its parent's children, else to its predecessor's heirs, else to the
	 * scheduled jobs, else to its queue.
	 * @param job the job; it gets an id if it has none
	 * @param deadParent whether the parent or predecessor has run already, so that the
	 * job does not wait for it
	 * @return the job's id
	 * @throws ConveyorException.InvalidJob if the job is missing, has no queue or type,
	 * or the job it would wait for has ended or is not known
	 * @throws ConveyorException.Serialization if it cannot become bytes
	 * @throws ConveyorException.Storage if Redis has not taken it
	 */
	public String add(@Nullable ConveyorJob job, boolean deadParent) {
		return put(job, (complete) -> this.adder.route(complete, deadParent));
	}

	/**
	 * Adds a job as {@link #add(ConveyorJob, boolean)} does, and waits for Redis no
	 * longer than a limit or until the thread is interrupted. Without any time left, or
	 * if the thread is interrupted already, Redis is not asked.
	 * @param limit the longest to wait
	 * @throws ConveyorException.Storage also if there is no answer by then; the job may
	 * have been added or may be added yet, so that adding it again can make it run twice
	 */
	public String add(@Nullable ConveyorJob job, boolean deadParent, Duration limit) {
		ConveyorJob complete = this.adder.complete(job);
		return stored("add job " + complete.uuid() + " in time", () -> {
			if (limit.isZero() || limit.isNegative() || Thread.currentThread().isInterrupted()) {
				throw new QueryTimeoutException("there was no time left to ask it");
			}
			return TimeLimit.ask(limit, () -> add(complete, deadParent));
		});
	}

	/**
	 * Adds a job to the children of its parent.
	 * @return the job's id
	 */
	public String addToParent(@Nullable ConveyorJob job) {
		return put(job, (complete) -> {
			if (complete.parentUuid().isEmpty()) {
				throw new ConveyorException.InvalidJob("Job " + complete.uuid() + " has no parent");
			}
			return this.adder.toParent(complete, complete.parentUuid());
		});
	}

	/**
	 * Adds a job to the heirs of its predecessor.
	 * @return the job's id
	 */
	public String addToPredecessor(@Nullable ConveyorJob job) {
		return put(job, (complete) -> {
			if (complete.predecessorUuid().isEmpty()) {
				throw new ConveyorException.InvalidJob("Job " + complete.uuid() + " has no predecessor");
			}
			return this.adder.toPredecessor(complete, complete.predecessorUuid());
		});
	}

	/**
	 * Adds a job to the scheduled jobs.
	 * @return the job's id
	 */
	public String schedule(@Nullable ConveyorJob job, Instant runAt) {
		return put(job, (complete) -> this.adder.scheduled(complete, runAt));
	}

	/**
	 * Adds a job to the end of its queue.
	 * @return the job's id
	 */
	public String push(@Nullable ConveyorJob job) {
		return put(job, (complete) -> this.adder.queued(complete));
	}

	private String put(@Nullable ConveyorJob job, Function<ConveyorJob, ConveyorAddition> route) {
		ConveyorJob complete = this.adder.complete(job);
		ConveyorAddition addition = route.apply(complete);
		String reply = stored("add job " + complete.uuid(), () -> this.adder.add(List.of(addition))).get(0);
		if (!reply.equals("ADDED")) {
			throw new ConveyorException.InvalidJob("The job cannot be added: " + ConveyorAdder.missing(complete));
		}
		return complete.uuid();
	}

	/**
	 * Gives a job that failed for good a fresh start at the end of its queue.
	 * @return whether it was among the failed jobs
	 */
	public boolean retryFailed(String uuid) {
		return stored("retry job " + uuid,
				() -> findFailed(uuid)
					.map((job) -> this.scripts.retryFailed(job, job.toBuilder().retry(0).lastFailure("").build()))
					.orElse(false));
	}

	/**
	 * Removes a job that failed for good; its parent goes on without it.
	 * @return whether it was among the failed jobs
	 */
	public boolean discardFailed(String uuid) {
		return stored("discard job " + uuid,
				() -> findFailed(uuid).map((job) -> discard(this.scripts.keys().failed(), job)).orElse(false));
	}

	/**
	 * Removes a job from its queue; its parent goes on without it.
	 * @param job the job, byte for byte
	 * @return whether it was there
	 */
	public boolean removeQueued(ConveyorJob job) {
		return stored("remove job " + job.uuid(), () -> discard(this.scripts.keys().queue(job.queue()), job));
	}

	/**
	 * Removes a job from the scheduled jobs; its parent goes on without it.
	 * @param job the job, byte for byte
	 * @return whether it was there
	 */
	public boolean removeScheduled(ConveyorJob job) {
		return stored("remove job " + job.uuid(),
				() -> discarded(job, this.scripts.discardScheduled(job, this.clock.instant())));
	}

	private boolean discard(byte[] list, ConveyorJob job) {
		return discarded(job, this.scripts.discard(list, job, this.clock.instant()));
	}

	private boolean discarded(ConveyorJob job, String reply) {
		if (reply.equals("PARENT")) {
			this.closer.close(job.parentUuid());
		}
		return !reply.equals("MISSING");
	}

	private Optional<ConveyorJob> findFailed(String uuid) {
		for (long from = 0;; from += PAGE) {
			List<byte[]> page = this.store.list(this.scripts.keys().failed(), from, from + PAGE - 1);
			Optional<ConveyorJob> found = readable(page).stream().filter((job) -> job.uuid().equals(uuid)).findFirst();
			if (found.isPresent() || page.isEmpty()) {
				return found;
			}
		}
	}

	/** A part of a queue, newest first. */
	public List<ConveyorJob> queued(String queue, long offset, int count) {
		return stored("list queue " + queue,
				() -> readable(this.store.list(this.scripts.keys().queue(queue), offset, offset + count - 1)));
	}

	/** A part of the scheduled jobs of all queues, earliest first. */
	public List<ConveyorJob> scheduled(long offset, int count) {
		return stored("list scheduled jobs", () -> readable(this.store.scheduled(offset, offset + count - 1)));
	}

	/** A part of the jobs of all queues that failed for good, latest first. */
	public List<ConveyorJob> failed(long offset, int count) {
		return stored("list failed jobs",
				() -> readable(this.store.list(this.scripts.keys().failed(), offset, offset + count - 1)));
	}

	/** How many jobs wait in a queue. */
	public long countQueued(String queue) {
		return stored("count queue " + queue, () -> this.store.listSize(this.scripts.keys().queue(queue)));
	}

	/** How many jobs of all queues are scheduled. */
	public long countScheduled() {
		return stored("count scheduled jobs", this.store::scheduledSize);
	}

	/** How many jobs of all queues failed for good. */
	public long countFailed() {
		return stored("count failed jobs", () -> this.store.listSize(this.scripts.keys().failed()));
	}

	/** How many messages were put aside because they are not jobs. */
	public long countUnreadable() {
		return stored("count unreadable messages", () -> this.store.listSize(this.scripts.keys().unreadable()));
	}

	private List<ConveyorJob> readable(List<byte[]> entries) {
		return ConveyorMessages.readAll(entries, this.scripts.keys(), (unreadable) -> {
		});
	}

	private <T> T stored(String operation, Supplier<T> call) {
		try {
			return call.get();
		}
		catch (DataAccessException ex) {
			boolean recoverable = ex instanceof RedisConnectionFailureException
					|| ex instanceof TransientDataAccessException || ex instanceof RecoverableDataAccessException;
			throw new ConveyorException.Storage("Redis did not " + operation + ": " + ex.getMessage(), recoverable, ex);
		}
	}

}
