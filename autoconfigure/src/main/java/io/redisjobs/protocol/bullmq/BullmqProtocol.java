package io.redisjobs.protocol.bullmq;

import java.time.Clock;
import java.util.EnumSet;
import java.util.Set;

import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.Topology;

/** The contract of BullMQ. */
public final class BullmqProtocol implements JobProtocol {

	private static final Set<Capability> MISSING = EnumSet.of(Capability.AFTER, Capability.GROUP, Capability.USER_ID,
			Capability.TYPE);

	private final ContractScripts scripts;

	private final Clock clock;

	public BullmqProtocol(ContractScripts scripts, Clock clock) {
		this.scripts = scripts;
		this.clock = clock;
	}

	@Override
	public String id() {
		return "bullmq";
	}

	@Override
	public Set<Capability> capabilities() {
		return EnumSet.complementOf(EnumSet.copyOf(MISSING));
	}

	@Override
	public JobQueue open(QueueDefinition definition) {
		BullmqSettings settings = definition.settings(BullmqSettings.class, BullmqSettings.defaults());
		BullmqKeys keys = BullmqKeys.of(settings.prefix(), definition.name(),
				Topology.isCluster(this.scripts.runner().connections()));
		return new BullmqJobQueue(definition, keys, settings, this.scripts, this.clock);
	}

}
