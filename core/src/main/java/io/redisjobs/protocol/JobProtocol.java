package io.redisjobs.protocol;

import java.util.Set;

/** A queue contract. A bean of this type adds it to those that queues can have. */
public interface JobProtocol {

	/** The value of {@code protocol} in the configuration. */
	String id();

	/** What the contract can express; always the same. */
	Set<Capability> capabilities();

	/**
	 * Binds the contract to a queue without touching Redis.
	 * @param definition the queue's name and settings
	 * @return the queue, usable by many threads
	 * @throws io.redisjobs.InvalidQueueException if the name or a setting is not allowed
	 */
	JobQueue open(QueueDefinition definition);

}
