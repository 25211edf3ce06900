package io.redisjobs;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What a handler knows of the job it runs, and what it can do with it. It may be used by
 * several threads, for as long as the run lasts. Only {@link #extend()},
 * {@link #progress(Object)}, {@link #log(String)} and publishing by {@link #children()}
 * and {@link #then()} call Redis; they throw a {@code DataAccessException} of Spring if
 * it does not answer.
 */
public interface JobContext {

	/** The queue. */
	String queue();

	/** The job's id. */
	String id();

	/**
	 * The job's name, with Conveyor and streams its type; empty with OmniQ, which has no
	 * names.
	 */
	String name();

	/** The number of this attempt, from 1. */
	int attempt();

	/** How many attempts the job has at most, at least 1. */
	int maxAttempts();

	/** The payload as stored; with streams the {@code data} of the envelope. */
	byte[] payload();

	/** The token that proves this run to be the job's current one. */
	String leaseToken();

	/**
	 * Until when the job is this run's. The container extends the lease for as long as
	 * the handler runs, so the moment is a later one each time.
	 */
	Instant leaseEnd();

	/**
	 * Whether the lease has been lost: somebody else may run the job by now. The handler
	 * is interrupted then, and whatever it returns or throws is not written.
	 */
	boolean leaseLost();

	/**
	 * Extends the lease now, beside what the container does. Handlers need it only to be
	 * sure that the job is still theirs before they do something that must not be done
	 * twice.
	 * @return whether the job is still this run's
	 */
	boolean extend();

	/** The job's group; empty for jobs without one, and where there are no groups. */
	Optional<String> groupId();

	/**
	 * What else the contract stores with a job. Conveyor: {@code type},
	 * {@code parent_uuid}, {@code predecessor_uuid}; streams: {@code entry_id},
	 * {@code type}, {@code user_id}, {@code timestamp}; each only if the job has it.
	 * Empty with BullMQ and OmniQ.
	 */
	Map<String, String> attributes();

	/**
	 * Reports progress, which takes the place of what was reported before.
	 * @param progress a number, or anything that becomes JSON
	 * @throws UnsupportedJobOptionException if the contract has no progress; only BullMQ
	 * does
	 * @throws IllegalArgumentException if it cannot be written as JSON
	 */
	void progress(@Nullable Object progress);

	/**
	 * Adds a line to the job's log.
	 * @throws UnsupportedJobOptionException if the contract has no logs; only BullMQ does
	 */
	void log(String line);

	/**
	 * Publishes children of this job. With Conveyor they start when this handler has
	 * ended. With BullMQ they start at once, and the handler must not return before they
	 * are done: it calls {@code moveToWaitingChildren()} of {@code BullmqJob}, see
	 * {@link #as(Class)}, and is run again when they are.
	 * @throws UnsupportedJobOptionException if the contract has no children; only BullMQ
	 * and Conveyor do
	 */
	FollowUps children();

	/**
	 * Publishes jobs that start when this job and all its children are done.
	 * @throws UnsupportedJobOptionException if the contract has no such jobs; only
	 * Conveyor does
	 */
	FollowUps then();

	/**
	 * The contract's own view of this job, such as {@code BullmqJob} or
	 * {@code EnvelopedJob}; empty if it is of another contract.
	 */
	<T> Optional<T> as(Class<T> type);

}
