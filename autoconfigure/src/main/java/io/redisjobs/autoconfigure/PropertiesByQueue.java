package io.redisjobs.autoconfigure;

import java.beans.PropertyDescriptor;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/** What the properties say of each queue: its own over the defaults. */
final class PropertiesByQueue {

	private static final String DEFAULT_PROTOCOL = "bullmq";

	private static final ConfigurationPropertyName DEFAULTS = ConfigurationPropertyName.of("redis-jobs.defaults");

	private static final EmptyGroups EMPTY_GROUPS = new EmptyGroups();

	private final RedisJobsProperties properties;

	private final Binder binder;

	private final Map<String, ContractGroup> groups = new LinkedHashMap<>();

	private final PropertyNames names;

	PropertiesByQueue(RedisJobsProperties properties, Environment environment, Collection<ContractGroup> groups) {
		this.properties = properties;
		this.binder = Binder.get(environment);
		groups.forEach((group) -> this.groups.put(group.protocol(), group));
		this.names = PropertyNames.read(environment, this.groups.values());
	}

	/** The queues that have properties of their own. */
	Set<String> queues() {
		return this.names.queues().keySet();
	}

	/**
	 * The common properties of a queue, without those that its contract cannot follow.
	 */
	QueueProperties common(String queue) {
		ContractGroup group = this.groups.get(protocol(queue));
		return (group != null) ? common(queue, bound(group, queue)) : common(queue, Set.of());
	}

	private QueueProperties common(String queue, ContractProperties contract) {
		return common(queue, contract.unused());
	}

	private QueueProperties common(String queue, Set<String> unused) {
		QueueProperties merged = new QueueProperties();
		copy(this.properties.getDefaults(), merged, unused);
		copy(own(queue), merged, unused);
		return merged;
	}

	/** The contract of queues that name none. */
	String usualProtocol() {
		return defaultProtocol().orElse(DEFAULT_PROTOCOL);
	}

	/** The contract of queues that name none, if the properties say it. */
	Optional<String> defaultProtocol() {
		return Optional.ofNullable(this.properties.getDefaults().getProtocol());
	}

	/** The contract a queue speaks. */
	String protocol(String queue) {
		return Objects.requireNonNullElse(common(queue, Set.of()).getProtocol(), DEFAULT_PROTOCOL);
	}

	/** The settings that the contract of a queue opens it with, if it has any. */
	@Nullable Object settings(String queue) {
		ContractGroup group = this.groups.get(protocol(queue));
		return (group != null) ? settings(queue, bound(group, queue)) : null;
	}

	/** The settings of a queue as if it spoke a contract. */
	<S> S settings(String queue, String protocol, Class<S> type) {
		return type.cast(settings(queue, bound(group(protocol), queue)));
	}

	private Object settings(String queue, ContractProperties contract) {
		return contract.settings(common(queue, contract));
	}

	/** The settings of queues that set nothing of their own. */
	<S> S defaults(String protocol, Class<S> type) {
		return type.cast(boundDefaults(group(protocol), true).settings(this.properties.getDefaults()));
	}

	/** A queue's group of properties of a contract. */
	<P extends ContractProperties> P group(String queue, String protocol, Class<P> type) {
		return type.cast(bound(group(protocol), queue));
	}

	/** The queues that others have as the place their jobs or results go to. */
	Set<String> targets() {
		Set<String> targets = new HashSet<>();
		for (String queue : queues()) {
			ContractGroup group = this.groups.get(protocol(queue));
			if (group != null) {
				targets.addAll(bound(group, queue).targets());
			}
		}
		return targets;
	}

	private ContractGroup group(String protocol) {
		return Objects.requireNonNull(this.groups.get(protocol), protocol);
	}

	/**
	 * A contract's defaults.
	 * @param inheriting whether the common defaults are taken over before
	 */
	ContractProperties boundDefaults(ContractGroup group, boolean inheriting) {
		ContractProperties properties = group.properties().get();
		if (inheriting) {
			properties.inherit(this.properties.getDefaults());
		}
		bind(DEFAULTS.append(group.protocol()), properties);
		return properties;
	}

	/** A contract's properties of a queue, over the defaults. */
	ContractProperties bound(ContractGroup group, String queue) {
		ContractProperties properties = boundDefaults(group, true);
		properties.inherit(own(queue));
		ConfigurationPropertyName name = this.names.queues().get(queue);
		if (name != null) {
			bind(name.append(group.protocol()), properties);
		}
		return properties;
	}

	private void bind(ConfigurationPropertyName name, ContractProperties properties) {
		this.binder.bind(name, Bindable.ofInstance(properties), EMPTY_GROUPS);
	}

	/** The common defaults. */
	QueueProperties defaults() {
		return this.properties.getDefaults();
	}

	/** The common properties that a queue sets itself. */
	QueueProperties own(String queue) {
		QueueProperties own = this.properties.getQueues().get(queue);
		return (own != null) ? own : new QueueProperties();
	}

	private static void copy(QueueProperties source, QueueProperties target, Set<String> without) {
		BeanWrapper from = new BeanWrapperImpl(source);
		BeanWrapper to = new BeanWrapperImpl(target);
		for (PropertyDescriptor property : from.getPropertyDescriptors()) {
			Object value = from.getPropertyValue(property.getName());
			if (value != null && to.isWritableProperty(property.getName())
					&& !without.contains(DataObjectPropertyName.toDashedForm(property.getName()))) {
				to.setPropertyValue(property.getName(), value);
			}
		}
	}

	/**
	 * Refuses what would be ignored or cannot work: unknown names, values no queue can
	 * have, and what a queue's contract does not know.
	 */
	void check() {
		this.names.refuseMisread();
		this.names.refuseUnknown(this.groups.values());
		new QueueChecks(this, this.names).run(this.groups.values());
	}

}
