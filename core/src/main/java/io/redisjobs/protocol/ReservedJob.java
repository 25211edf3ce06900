package io.redisjobs.protocol;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A job that is this worker's until its lease ends. Contracts add what they need. */
public interface ReservedJob {

	/** Its id, unique in the queue. */
	String id();

	/** Its name or type; empty where the contract has none. */
	String name();

	/** Its payload as stored. */
	byte[] payload();

	/** The number of this attempt, from 1. */
	int attempt();

	/**
	 * Whether it has been taken before, be it that it failed or that its worker was lost.
	 */
	default boolean takenBefore() {
		return attempt() > 1;
	}

	/** How many attempts it has at most; at least 1. */
	int maxAttempts();

	/** The token that proves this run to be the current one. */
	String token();

	/** When the lease ends unless it is extended, by this worker's clock. */
	Instant leaseEnd();

	/**
	 * Since when it has waited for its first run: the time it was published, or was due
	 * at, by the clock that the contract stamps jobs with. Empty if it has been run
	 * before, and where the contract does not store it.
	 */
	default Optional<Instant> waitingSince() {
		return Optional.empty();
	}

	/** Its group; empty where it has none. */
	default Optional<String> groupId() {
		return Optional.empty();
	}

	/** What else the contract stores with it. */
	default Map<String, String> attributes() {
		return Map.of();
	}

	/** The trace it belongs to, as the contract stores it. */
	default Optional<String> traceContext() {
		return Optional.empty();
	}

	/**
	 * Why its handler must not be called; it is to be failed for good with this reason.
	 */
	default Optional<String> refusal() {
		return Optional.empty();
	}

}
