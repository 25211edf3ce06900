package io.redisjobs;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** What a handler knows of the job it runs, and what it can do with it. */
public interface JobContext {

	/** The queue. */
	String queue();

	/** The job's id. */
	String id();

	/** The job's name or type; empty where the contract has none. */
	String name();

	/** The number of this attempt, from 1. */
	int attempt();

	/** How many attempts the job has at most. */
	int maxAttempts();

	/** The payload as stored. */
	byte[] payload();

	/** The token that proves this run to be the job's current one. */
	String leaseToken();

	/** Until when the job is this run's, unless it is extended. */
	Instant leaseEnd();

	/** Whether the lease has been lost: somebody else may run the job by now. */
	boolean leaseLost();

	/**
	 * Extends the lease now, beside the regular renewal.
	 * @return whether the job is still this run's
	 */
	boolean extend();

	/** The job's group, where the contract has groups. */
	Optional<String> groupId();

	/** What else the contract stores with a job, such as {@code user_id}. */
	Map<String, String> attributes();

	/**
	 * Reports progress: a number, or anything that becomes JSON.
	 * @throws UnsupportedJobOptionException if the contract has no progress
	 */
	void progress(@Nullable Object progress);

	/**
	 * Adds a line to the job's log.
	 * @throws UnsupportedJobOptionException if the contract has no logs
	 */
	void log(String line);

	/**
	 * Publishes children of this job.
	 * @throws UnsupportedJobOptionException if the contract has no children
	 */
	FollowUps children();

	/**
	 * Publishes jobs that start when this job and all its children are done.
	 * @throws UnsupportedJobOptionException if the contract has no such jobs
	 */
	FollowUps then();

	/** The contract's own view of this job, if it is of that type. */
	<T> Optional<T> as(Class<T> type);

}
