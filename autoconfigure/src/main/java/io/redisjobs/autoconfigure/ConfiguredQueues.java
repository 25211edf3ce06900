package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.UnknownQueueException;
import io.redisjobs.listener.ContainerSettings;
import io.redisjobs.listener.RetryLog;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.QueueDefinition;

/** Opens queues as the properties describe them. */
final class ConfiguredQueues implements Function<String, OpenQueue> {

	private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

	private static final Duration DEFAULT_SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

	private final PropertiesByQueue properties;

	private final boolean strict;

	private final Map<String, JobProtocol> protocols;

	ConfiguredQueues(PropertiesByQueue properties, boolean strict, Collection<JobProtocol> protocols) {
		this.properties = properties;
		this.strict = strict;
		this.protocols = protocols.stream().collect(Collectors.toMap(JobProtocol::id, Function.identity()));
	}

	/** Checks the defaults and every queue that is named, without touching Redis. */
	void validate() {
		this.properties.defaultProtocol().filter((id) -> !this.protocols.containsKey(id)).ifPresent((id) -> {
			throw new InvalidJobsConfigurationException("The queues have the unknown protocol '" + id + "' by default",
					"Set redis-jobs.defaults.protocol to one of " + ids() + ".");
		});
		this.properties.queues().forEach(this::protocol);
		this.properties.check();
	}

	@Override
	public OpenQueue apply(String name) {
		if (this.strict && !this.properties.queues().contains(name)) {
			throw new UnknownQueueException(name,
					"No queue '" + name + "' is configured, and redis-jobs.strict is on. Configured are "
							+ this.properties.queues() + "; add " + WrittenQueues.place(name)
							+ ".protocol, or correct the name.");
		}
		JobProtocol protocol = protocol(name);
		QueueProperties queue = this.properties.common(name);
		QueueDefinition definition = new QueueDefinition(name, lease(queue), queue.getWorkerName(),
				this.properties.settings(name));
		return new OpenQueue(name, protocol, protocol.open(definition), CommonDefaults.of(queue));
	}

	/** How the container of a queue is to run. */
	ContainerSettings settings(String name) {
		QueueProperties queue = this.properties.common(name);
		return new ContainerSettings(Objects.requireNonNullElse(queue.getConcurrency(), 1), lease(queue),
				Objects.requireNonNullElse(queue.getShutdownTimeout(), DEFAULT_SHUTDOWN_TIMEOUT),
				!Boolean.FALSE.equals(queue.getDrain()), !Boolean.FALSE.equals(queue.getAutoStartup()),
				new RetryLog(Objects.requireNonNullElse(queue.getRetryLogLevel(), RetryLog.DEFAULT.level()),
						Boolean.TRUE.equals(queue.getRetryStackTrace())));
	}

	private static Duration lease(QueueProperties queue) {
		return Objects.requireNonNullElse(queue.getLease(), DEFAULT_LEASE);
	}

	private JobProtocol protocol(String name) {
		String id = this.properties.protocol(name);
		JobProtocol protocol = this.protocols.get(id);
		if (protocol == null) {
			throw new InvalidJobsConfigurationException("Queue '" + name + "' has the unknown protocol '" + id + "'",
					"Set " + WrittenQueues.place(name) + ".protocol to one of " + ids() + ".");
		}
		if (protocol instanceof UnavailableProtocol unavailable) {
			throw unavailable.refusal(name);
		}
		return protocol;
	}

	private List<String> ids() {
		return this.protocols.keySet().stream().sorted().toList();
	}

}
