package io.redisjobs.autoconfigure;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.redisjobs.InvalidJobsConfigurationException;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The names of queues as they are written in properties. Outside brackets, binding drops
 * some characters and takes no notice of others; and the environment of the process has
 * neither dashes nor capitals.
 */
final class WrittenQueues {

	private static final String QUEUES = "redis-jobs.queues";

	private static final Pattern PROPERTY = Pattern
		.compile("(?i)redis[-_]?jobs\\.queues(?:\\.?\\[([^]]*)]|\\.([^.\\[]+)).*");

	private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

	private final Set<String> names = new LinkedHashSet<>();

	private final Set<String> cut = new LinkedHashSet<>();

	/** Reads the names in everything but the environment of the process. */
	static WrittenQueues read(Iterable<ConfigurationPropertySource> sources) {
		WrittenQueues queues = new WrittenQueues();
		for (ConfigurationPropertySource source : sources) {
			if (!isEnvironment(source)
					&& source.getUnderlyingSource() instanceof EnumerablePropertySource<?> properties) {
				for (String property : properties.getPropertyNames()) {
					queues.add(property);
				}
			}
		}
		return queues;
	}

	/** Whether a source is the environment of the process. */
	static boolean isEnvironment(ConfigurationPropertySource source) {
		return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
	}

	/**
	 * Where the properties of a queue stand, such as {@code redis-jobs.queues.emails}.
	 */
	static String place(String queue) {
		return PLAIN.matcher(queue).matches() ? QUEUES + "." + queue : QUEUES + "[" + queue + "]";
	}

	private void add(String property) {
		Matcher matcher = PROPERTY.matcher(property);
		if (matcher.matches()) {
			boolean bracketed = matcher.group(1) != null;
			String name = bracketed ? matcher.group(1) : matcher.group(2);
			this.names.add(name);
			if (!bracketed && !PLAIN.matcher(name).matches()) {
				this.cut.add(name);
			}
		}
	}

	/**
	 * The queues without those that are only what the environment of the process calls
	 * another.
	 */
	Map<String, ConfigurationPropertyName> onceEach(Map<String, ConfigurationPropertyName> queues) {
		Map<String, ConfigurationPropertyName> once = new LinkedHashMap<>(queues);
		once.keySet().retainAll(this.names);
		queues.forEach((queue, name) -> {
			if (!once.containsValue(name)) {
				once.put(queue, name);
			}
		});
		return once;
	}

	/** Ends the start if the name of a queue is not taken as it is written. */
	void refuseMisread(Map<String, ConfigurationPropertyName> queues) {
		this.cut.stream().findFirst().ifPresent((queue) -> {
			throw new InvalidJobsConfigurationException(
					"The name of queue '" + queue + "' would lose characters, because it is not in brackets",
					"Write " + place(queue) + ", in YAML \"[" + queue + "]\" below " + QUEUES + ".");
		});
		Map<ConfigurationPropertyName, String> seen = new LinkedHashMap<>();
		queues.forEach((queue, name) -> {
			String other = seen.putIfAbsent(name, queue);
			if (other != null) {
				throw new InvalidJobsConfigurationException(
						"The properties of queues '" + other + "' and '" + queue
								+ "' are the same, because capitals, dashes and underscores make no difference in them",
						"Put both names into brackets, as in " + QUEUES + "[" + other + "] and " + QUEUES + "[" + queue
								+ "], in YAML \"[" + queue + "]\".");
			}
		});
	}

}
