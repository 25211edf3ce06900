package io.redisjobs.protocol.streams;

import java.time.Clock;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

import io.redisjobs.InvalidQueueException;
import io.redisjobs.protocol.Capability;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueDefinition;
import io.redisjobs.redis.ContractScripts;
import io.redisjobs.redis.Topology;

/** Jobs on Redis Streams. */
public final class StreamsProtocol implements JobProtocol {

	/** The value of {@code protocol} in the configuration. */
	public static final String ID = "streams";

	private static final Set<Capability> CAPABILITIES = Collections
		.unmodifiableSet(EnumSet.of(Capability.NAME, Capability.CUSTOM_ID, Capability.USER_ID, Capability.TYPE,
				Capability.JSON_PAYLOAD, Capability.PAUSE, Capability.FIFO));

	private static final Pattern HASH_TAG = Pattern.compile("[^{]*\\{[^}]+}.*");

	private final ContractScripts scripts;

	private final Clock clock;

	private final ServerCheck serverCheck = new ServerCheck();

	public StreamsProtocol(ContractScripts scripts, Clock clock) {
		this.scripts = scripts;
		this.clock = clock;
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
		StreamsSettings settings = definition.settings(StreamsSettings.class, StreamsSettings.defaults());
		check(definition, settings);
		String group = settings.groupOf(definition.name());
		StreamsBinding binding = new StreamsBinding(definition.name(), settings,
				new StreamsKeys(settings.prefix(), definition.name(), group), group, consumer(definition, settings),
				definition.lease(), this.clock);
		return new StreamsJobQueue(binding, new StreamsScripts(this.scripts, binding), this.serverCheck);
	}

	private void check(QueueDefinition definition, StreamsSettings settings) {
		String name = definition.name();
		if (name.isBlank() || name.endsWith(":paused") || name.contains(":retries:") || name.contains(":once:")) {
			throw new InvalidQueueException(name, "the name is empty, or one of the keys beside a stream",
					"Give the queue a plain name such as 'transcription'.");
		}
		if (StreamsBinding.HOLDER.equals(settings.consumer())) {
			throw new InvalidQueueException(name, "consumer '" + StreamsBinding.HOLDER + "' holds what no worker has",
					"Choose another consumer name.");
		}
		if (settings.attempts() < 1) {
			throw new InvalidQueueException(name, "max-attempts is " + settings.attempts() + ", which never runs a job",
					"Set max-attempts to 1 or more.");
		}
		if (settings.router() && settings.resultsTo() != null) {
			throw new InvalidQueueException(name, "a router has no results of its own",
					"Remove 'streams.results-to', or remove 'streams.route'.");
		}
		if (name.equals(settings.failuresTo()) || name.equals(settings.resultsTo())) {
			throw new InvalidQueueException(name, "its results or failures would go to the queue itself",
					"Name another queue in 'streams.results-to' and 'streams.failures-to', or leave them out.");
		}
		if (Topology.isCluster(this.scripts.runner().connections()) && !HASH_TAG.matcher(settings.prefix()).matches()) {
			throw new InvalidQueueException(name,
					"Redis is a cluster, and the prefix '" + settings.prefix()
							+ "' does not keep all streams in one slot",
					"Set the prefix of all stream queues to '{jobs}:'.");
		}
	}

	private static String consumer(QueueDefinition definition, StreamsSettings settings) {
		if (settings.consumer() != null) {
			return settings.consumer();
		}
		String worker = (definition.workerName() != null) ? definition.workerName() : "worker";
		// short, because Redis repeats it with every pending entry
		return worker + "-" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
	}

}
