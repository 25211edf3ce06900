package io.redisjobs.protocol.omniq;

import java.time.Clock;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.ContractScripts;

/** The OmniQ contract. */
public final class OmniqProtocol implements JobProtocol {

	private static final Set<Capability> CAPABILITIES = Collections.unmodifiableSet(EnumSet.of(Capability.CUSTOM_ID,
			Capability.DELAY, Capability.ATTEMPTS, Capability.BACKOFF, Capability.TIMEOUT, Capability.GROUP,
			Capability.JSON_PAYLOAD, Capability.FIND, Capability.PAUSE, Capability.FIFO));

	private final OmniqScripts scripts;

	private final Clock clock;

	public OmniqProtocol(ContractScripts scripts, Clock clock) {
		this.scripts = new OmniqScripts(scripts);
		this.clock = clock;
	}

	@Override
	public String id() {
		return "omniq";
	}

	@Override
	public Set<Capability> capabilities() {
		return CAPABILITIES;
	}

	@Override
	public JobQueue open(QueueDefinition definition) {
		OmniqKeys keys = new OmniqKeys(definition.name());
		OmniqSettings settings = definition.settings(OmniqSettings.class, OmniqSettings.defaults());
		return new OmniqJobQueue(new OmniqBinding(keys,
				settings.withJobDefaults(definition.lease(), settings.maxAttempts(), settings.backoff()), this.scripts,
				this.clock));
	}

}
