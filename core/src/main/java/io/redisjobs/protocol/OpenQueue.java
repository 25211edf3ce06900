package io.redisjobs.protocol;

/**
 * A queue together with its contract.
 *
 * @param name the queue's name
 * @param protocol its contract
 * @param queue the queue itself
 */
public record OpenQueue(String name, JobProtocol protocol, JobQueue queue) {

	/** Whether the contract can express something. */
	public boolean can(Capability capability) {
		return this.protocol.capabilities().contains(capability);
	}

}
