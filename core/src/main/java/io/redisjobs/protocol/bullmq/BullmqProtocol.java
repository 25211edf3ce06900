package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.Topology;

/** The contract of BullMQ. */
public final class BullmqProtocol implements JobProtocol {

	private static final Set<Capability> CAPABILITIES = Collections.unmodifiableSet(EnumSet.of(Capability.NAME,
			Capability.CUSTOM_ID, Capability.DELAY, Capability.PRIORITY, Capability.LIFO, Capability.ATTEMPTS,
			Capability.BACKOFF, Capability.RETENTION, Capability.KEEP_LOGS, Capability.STACK_TRACE_LIMIT,
			Capability.DEDUPLICATION, Capability.PARENT, Capability.TRACE_CONTEXT, Capability.PROGRESS, Capability.LOGS,
			Capability.RESULT, Capability.JSON_PAYLOAD, Capability.FIND, Capability.PAUSE, Capability.FIFO));

	private final ContractScripts scripts;

	private final Clock clock;

	/** The prefixes of the queues that are configured or were opened, by their names. */
	private final Map<String, String> prefixes;

	public BullmqProtocol(ContractScripts scripts, Clock clock) {
		this(scripts, clock, Map.of());
	}

	/**
	 * Creates the contract.
	 * @param prefixes the prefixes of queues by their names: a parent may be in a queue
	 * that nobody has opened here yet
	 */
	public BullmqProtocol(ContractScripts scripts, Clock clock, Map<String, String> prefixes) {
		this.scripts = scripts;
		this.clock = clock;
		this.prefixes = new ConcurrentHashMap<>(prefixes);
	}

	@Override
	public String id() {
		return "bullmq";
	}

	@Override
	public Set<Capability> capabilities() {
		return CAPABILITIES;
	}

	@Override
	public JobQueue open(QueueDefinition definition) {
		BullmqSettings settings = definition.settings(BullmqSettings.class, BullmqSettings.defaults());
		this.prefixes.put(definition.name(), settings.prefix());
		BullmqKeys keys = BullmqKeys.of(settings.prefix(), definition.name(), this.prefixes,
				Topology.isCluster(this.scripts.runner().connections()));
		return new BullmqJobQueue(definition, keys, settings, this.scripts, this.clock);
	}

}
