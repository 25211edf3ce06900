package io.redisjobs.protocol;

import java.util.Set;

/** A queue contract. */
public interface JobProtocol {

	/** The value of {@code protocol} in the configuration. */
	String id();

	/** What the contract can express. */
	Set<Capability> capabilities();

	/**
	 * Binds the contract to a queue without touching Redis.
	 * @throws io.redisjobs.InvalidQueueException if the name or a setting is not allowed
	 */
	JobQueue open(QueueDefinition definition);

}
