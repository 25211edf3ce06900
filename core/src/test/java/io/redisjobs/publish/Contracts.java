package io.redisjobs.publish;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.protocol.bullmq.BullmqProtocol;
import io.redisjobs.protocol.bullmq.BullmqScripts;
import io.redisjobs.protocol.conveyor.ConveyorProtocol;
import io.redisjobs.protocol.conveyor.ConveyorScripts;
import io.redisjobs.protocol.omniq.OmniqProtocol;
import io.redisjobs.protocol.omniq.OmniqScripts;
import io.redisjobs.protocol.streams.StreamsProtocol;
import io.redisjobs.protocol.streams.StreamsScripts;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.ScriptRunner;

/** The four contracts, for tests of what they have in common. */
enum Contracts {

	BULLMQ(BullmqScripts.NAMES, (scripts) -> new BullmqProtocol(scripts, Clock.systemUTC())),
	OMNIQ(OmniqScripts.NAMES, (scripts) -> new OmniqProtocol(scripts, Clock.systemUTC())),
	CONVEYOR(ConveyorScripts.NAMES, (scripts) -> new ConveyorProtocol(scripts, Clock.systemUTC())),
	STREAMS(StreamsScripts.NAMES, (scripts) -> new StreamsProtocol(scripts, Clock.systemUTC()));

	private final List<String> scripts;

	private final Function<ContractScripts, JobProtocol> protocol;

	Contracts(List<String> scripts, Function<ContractScripts, JobProtocol> protocol) {
		this.scripts = scripts;
		this.protocol = protocol;
	}

	/** Queues of this contract, whatever their names. */
	JobQueues queues(ScriptRunner runner) {
		JobProtocol opener = this.protocol
			.apply(ContractScripts.bundled(name().toLowerCase(Locale.ROOT), runner, this.scripts));
		return new JobQueues((name) -> new OpenQueue(name, opener,
				opener.open(new QueueDefinition(name, Duration.ofSeconds(30), "worker", null))));
	}

}
