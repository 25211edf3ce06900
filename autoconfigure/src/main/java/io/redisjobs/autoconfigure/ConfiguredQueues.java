package io.redisjobs.autoconfigure;

import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.UnknownQueueException;
import io.redisjobs.listener.ContainerSettings;
import io.redisjobs.protocol.JobProtocol;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.QueueDefinition;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The queues as the properties describe them: each queue's own settings over the
 * defaults.
 */
final class ConfiguredQueues implements Function<String, OpenQueue> {

	private static final String DEFAULT_PROTOCOL = "bullmq";

	private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

	private static final Duration DEFAULT_SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

	private final RedisJobsProperties properties;

	private final Map<String, JobProtocol> protocols;

	private final Map<String, ContractSettings> settings;

	ConfiguredQueues(RedisJobsProperties properties, List<JobProtocol> protocols, List<ContractSettings> settings) {
		this.properties = properties;
		this.protocols = protocols.stream().collect(Collectors.toMap(JobProtocol::id, Function.identity()));
		this.settings = settings.stream().collect(Collectors.toMap(ContractSettings::protocol, Function.identity()));
	}

	/** Checks every queue that is named, without touching Redis. */
	void validate() {
		check("redis-jobs.defaults", this.properties.getDefaults());
		this.properties.getQueues().forEach((name, own) -> {
			check("redis-jobs.queues." + name, own);
			protocol(name, of(name));
		});
	}

	@Override
	public OpenQueue apply(String name) {
		if (this.properties.isStrict() && !this.properties.getQueues().containsKey(name)) {
			throw new UnknownQueueException(name,
					"No queue '" + name + "' is configured, and redis-jobs.strict is on. Configured are "
							+ this.properties.getQueues().keySet() + "; add redis-jobs.queues." + name
							+ ".protocol, or correct the name.");
		}
		QueueProperties queue = of(name);
		JobProtocol protocol = protocol(name, queue);
		ContractSettings contract = this.settings.get(protocol.id());
		Object settings = (contract != null) ? contract.mapping().apply(queue) : null;
		return new OpenQueue(name, protocol,
				protocol.open(new QueueDefinition(name, lease(queue), queue.getWorkerName(), settings)));
	}

	/** How the container of a queue is to run. */
	ContainerSettings settings(String name) {
		QueueProperties queue = of(name);
		return new ContainerSettings(orElse(queue.getConcurrency(), 1), lease(queue),
				orElse(queue.getShutdownTimeout(), DEFAULT_SHUTDOWN_TIMEOUT), orElse(queue.getDrain(), true),
				orElse(queue.getAutoStartup(), true));
	}

	/** The settings of a queue: its own over the defaults. */
	QueueProperties of(String name) {
		QueueProperties merged = new QueueProperties();
		copy(this.properties.getDefaults(), merged);
		QueueProperties own = this.properties.getQueues().get(name);
		if (own != null) {
			copy(own, merged);
		}
		return merged;
	}

	private static void copy(QueueProperties source, QueueProperties target) {
		BeanWrapper from = new BeanWrapperImpl(source);
		BeanWrapper to = new BeanWrapperImpl(target);
		for (PropertyDescriptor property : from.getPropertyDescriptors()) {
			Object value = from.getPropertyValue(property.getName());
			if (value != null && to.isWritableProperty(property.getName())) {
				to.setPropertyValue(property.getName(), value);
			}
		}
	}

	private static Duration lease(QueueProperties queue) {
		return orElse(queue.getLease(), DEFAULT_LEASE);
	}

	static <T> T orElse(@Nullable T value, T other) {
		return Objects.requireNonNullElse(value, other);
	}

	private JobProtocol protocol(String name, QueueProperties queue) {
		String id = orElse(queue.getProtocol(), DEFAULT_PROTOCOL);
		JobProtocol protocol = this.protocols.get(id);
		if (protocol == null) {
			throw new InvalidJobsConfigurationException("Queue '" + name + "' has the unknown protocol '" + id + "'",
					"Set redis-jobs.queues." + name + ".protocol to one of "
							+ this.protocols.keySet().stream().sorted().toList() + ".");
		}
		if (protocol instanceof UnavailableProtocol unavailable) {
			throw unavailable.refusal(name);
		}
		return protocol;
	}

	private static void check(String prefix, QueueProperties queue) {
		if (queue.getConcurrency() != null && queue.getConcurrency() < 1) {
			throw invalid(prefix + ".concurrency", queue.getConcurrency(), "must be at least 1");
		}
		if (queue.getLease() != null && queue.getLease().compareTo(Duration.ofSeconds(1)) < 0) {
			throw invalid(prefix + ".lease", queue.getLease(), "must be at least 1s");
		}
		if (queue.getShutdownTimeout() != null && queue.getShutdownTimeout().isNegative()) {
			throw invalid(prefix + ".shutdown-timeout", queue.getShutdownTimeout(), "cannot be negative");
		}
		BullmqConfiguration.check(prefix, queue);
		OmniqConfiguration.check(prefix, queue);
		ConveyorConfiguration.check(prefix, queue);
		StreamsConfiguration.check(prefix, queue);
	}

	static <T extends Comparable<T>> void checkAtLeast(String name, @Nullable T value, T least) {
		if (value != null && value.compareTo(least) < 0) {
			throw invalid(name, value, "must be at least " + least);
		}
	}

	static InvalidConfigurationPropertyValueException invalid(String name, Object value, String reason) {
		return new InvalidConfigurationPropertyValueException(name, value, reason);
	}

}
