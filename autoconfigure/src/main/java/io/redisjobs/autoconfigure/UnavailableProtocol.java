package io.redisjobs.autoconfigure;

import java.util.Set;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueDefinition;

/**
 * A contract that lacks a library, so that no queue can speak it.
 *
 * @param id the contract
 * @param library the library's coordinates
 */
record UnavailableProtocol(String id, String library) implements JobProtocol {

	@Override
	public Set<Capability> capabilities() {
		return Set.of();
	}

	@Override
	public JobQueue open(QueueDefinition definition) {
		throw refusal(definition.name());
	}

	InvalidJobsConfigurationException refusal(String queue) {
		return new InvalidJobsConfigurationException(
				"Queue '" + queue + "' has the protocol '" + this.id + "', which needs the library " + this.library,
				"Add the dependency " + this.library + ", whose version Spring Boot manages, or set "
						+ WrittenQueues.place(queue) + ".protocol to another contract.");
	}

}
