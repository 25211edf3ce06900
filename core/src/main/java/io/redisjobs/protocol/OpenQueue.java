package io.redisjobs.protocol;

/**
 * A queue together with its contract.
 *
 * @param name the queue's name
 * @param protocol its contract
 * @param queue the queue itself
 * @param defaults what holds for jobs that do not say it themselves
 */
public record OpenQueue(String name, JobProtocol protocol, JobQueue queue, JobDefaults defaults) {

	public OpenQueue(String name, JobProtocol protocol, JobQueue queue) {
		this(name, protocol, queue, JobDefaults.none());
	}

	/** Whether the contract can express something. */
	public boolean can(Capability capability) {
		return this.protocol.capabilities().contains(capability);
	}

}
