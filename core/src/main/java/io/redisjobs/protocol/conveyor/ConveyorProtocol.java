package io.redisjobs.protocol.conveyor;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.Topology;

/** The Conveyor contract: job trees, heirs and schedules, with protobuf on the wire. */
public final class ConveyorProtocol implements JobProtocol {

	/** The value of {@code protocol} in the configuration. */
	public static final String ID = "conveyor";

	private static final Set<Capability> CAPABILITIES = Collections
		.unmodifiableSet(EnumSet.of(Capability.NAME, Capability.TYPE, Capability.DELAY, Capability.ATTEMPTS,
				Capability.PARENT, Capability.AFTER, Capability.PAUSE, Capability.FIFO));

	private final ContractScripts scripts;

	private final Clock clock;

	private final Supplier<String> ids;

	private final Map<String, ConveyorTurn> turns = new ConcurrentHashMap<>();

	/**
	 * Creates the contract.
	 * @param scripts its scripts
	 * @param clock the time that leases and schedules go by
	 */
	public ConveyorProtocol(ContractScripts scripts, Clock clock) {
		this(scripts, clock, () -> UUID.randomUUID().toString());
	}

	ConveyorProtocol(ContractScripts scripts, Clock clock, Supplier<String> ids) {
		this.scripts = scripts;
		this.clock = clock;
		this.ids = ids;
	}

	@Override
	public String id() {
		return ID;
	}

	@Override
	public Set<Capability> capabilities() {
		return CAPABILITIES;
	}

	@Override
	public JobQueue open(QueueDefinition definition) {
		ConveyorSettings settings = definition.settings(ConveyorSettings.class, ConveyorSettings.defaults());
		check(definition, settings);
		return new ConveyorJobQueue(definition, settings, this.scripts, turn(settings, definition.lease()), this.clock,
				this.ids);
	}

	// queues with the same keys have their scheduled jobs and workers in common; those
	// with shorter leases look more often
	private ConveyorTurn turn(ConveyorSettings settings, Duration lease) {
		return this.turns.computeIfAbsent(Bytes.text(new ConveyorKeys(settings).scheduled()) + " " + lease,
				(key) -> new ConveyorTurn());
	}

	private void check(QueueDefinition definition, ConveyorSettings settings) {
		String name = definition.name();
		if (Topology.isCluster(this.scripts.runner().connections())) {
			throw new InvalidQueueException(name,
					"the contract 'conveyor' cannot be used on a Redis Cluster, because "
							+ "the keys of one job do not share a slot",
					"Give the queue another protocol, or connect to a Redis that is not a cluster.");
		}
		new ConveyorKeys(settings).problemWithQueue(name).ifPresent((problem) -> {
			throw new InvalidQueueException(name, problem,
					"Give the queue another name, or use the preset 'go', which keeps queues in a namespace.");
		});
		String backoff = settings.backoff().type();
		if (!backoff.equals("fixed") && !backoff.equals("exponential")) {
			throw new InvalidQueueException(name, "there is no backoff '" + backoff + "'",
					"Use 'fixed' or 'exponential'.");
		}
		if (settings.maxRetries() < 1) {
			throw new InvalidQueueException(name, "a job needs at least one attempt, not " + settings.maxRetries(),
					"Set the number of attempts to 1 or more.");
		}
	}

}
