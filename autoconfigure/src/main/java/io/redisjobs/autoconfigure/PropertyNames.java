package io.redisjobs.autoconfigure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.redisjobs.InvalidJobsConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * The names under {@code redis-jobs} that somebody has set: which of them there is a
 * property for, and which queues they name.
 */
final class PropertyNames {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-jobs");

	private static final ConfigurationPropertyName DEFAULTS = ROOT.append("defaults");

	private static final ConfigurationPropertyName QUEUES = ROOT.append("queues");

	private static final ConfigurationPropertyName EMBEDDED = ROOT.append("embedded");

	private final Iterable<ConfigurationPropertySource> sources;

	private final Known known;

	private final WrittenQueues written;

	private final Map<String, ConfigurationPropertyName> queues;

	private PropertyNames(Iterable<ConfigurationPropertySource> sources, Known known) {
		this.sources = sources;
		this.known = known;
		this.written = WrittenQueues.read(sources);
		this.queues = this.written.onceEach(known.queues);
	}

	/** Reads the names, and asks everything that has properties which ones it knows. */
	static PropertyNames read(Environment environment, Collection<ContractGroup> groups) {
		Known known = new Known();
		known.ask(Binder.get(environment), groups);
		return new PropertyNames(ConfigurationPropertySources.get(environment), known);
	}

	/** Where the properties of the queues stand that have any. */
	Map<String, ConfigurationPropertyName> queues() {
		return this.queues;
	}

	/** The common properties that are set for a queue itself. */
	List<String> set(String queue) {
		return this.known.setUnder(this.queues.get(queue));
	}

	/** The properties of a contract that are set for a queue itself. */
	List<String> set(String queue, String protocol) {
		ConfigurationPropertyName name = this.queues.get(queue);
		return this.known.setUnder((name != null) ? name.append(protocol) : null);
	}

	/** Ends the start if the name of a queue is not taken as it is written. */
	void refuseMisread() {
		this.written.refuseMisread(this.queues);
	}

	/** Ends the start if something is set that there is no property for. */
	void refuseUnknown(Collection<ContractGroup> groups) {
		Map<ConfigurationPropertyName, ConfigurationProperty> unknown = new TreeMap<>();
		for (ConfigurationPropertySource source : this.sources) {
			// names in the environment of a process may be meant for others
			if (!WrittenQueues.isEnvironment(source)
					&& source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream()
					.filter((name) -> ROOT.isAncestorOf(name) && !this.known.knows(name))
					.forEach((name) -> unknown.put(name, source.getConfigurationProperty(name)));
			}
		}
		if (!unknown.isEmpty()) {
			throw refusal(unknown.values(), new PropertyAdvice(groups));
		}
	}

	private static InvalidJobsConfigurationException refusal(Collection<@Nullable ConfigurationProperty> unknown,
			PropertyAdvice advice) {
		StringBuilder description = new StringBuilder("There is no such property, so it would do nothing:");
		StringBuilder action = new StringBuilder();
		for (ConfigurationProperty property : unknown) {
			if (property != null) {
				description.append("\n    ").append(property.getName());
				if (property.getOrigin() != null) {
					description.append(" (").append(property.getOrigin()).append(")");
				}
				action.append(action.isEmpty() ? "" : "\n").append(advice.about(property.getName()));
			}
		}
		return new InvalidJobsConfigurationException(description.toString(), action.toString());
	}

	/** Hears which names a binder asks for. */
	private static final class Known extends EmptyGroups {

		private final Set<ConfigurationPropertyName> asked = new HashSet<>();

		private final Set<ConfigurationPropertyName> lists = new HashSet<>();

		private final Set<ConfigurationPropertyName> set = new HashSet<>();

		private final Map<String, ConfigurationPropertyName> queues = new LinkedHashMap<>();

		void ask(Binder binder, Collection<ContractGroup> groups) {
			binder.bind(ROOT, Bindable.of(RedisJobsProperties.class), this);
			binder.bind(EMBEDDED, Bindable.of(EmbeddedRedisProperties.class), this);
			List<ConfigurationPropertyName> places = new ArrayList<>(this.queues.values());
			places.add(DEFAULTS);
			for (ContractGroup group : groups) {
				for (ConfigurationPropertyName place : places) {
					binder.bind(place.append(group.protocol()), Bindable.ofInstance(group.properties().get()), this);
				}
			}
		}

		@Override
		public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target,
				BindContext context) {
			this.asked.add(name);
			if (Collection.class.isAssignableFrom(target.getType().resolve(Object.class))) {
				this.lists.add(name);
			}
			if (QUEUES.isParentOf(name)) {
				this.queues.put(name.getLastElement(Form.ORIGINAL), name);
			}
			return target;
		}

		@Override
		public Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				Object result) {
			this.set.add(name);
			return result;
		}

		boolean knows(ConfigurationPropertyName name) {
			// lists that another source replaces are not asked for
			return this.asked.contains(name) || (name.isLastElementIndexed() && this.lists.contains(name.getParent()));
		}

		List<String> setUnder(@Nullable ConfigurationPropertyName parent) {
			return this.set.stream()
				.filter((name) -> parent != null && parent.isParentOf(name))
				.map((name) -> name.getLastElement(Form.DASHED))
				.sorted()
				.toList();
		}

	}

}
