package io.redisjobs.autoconfigure;

import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.util.unit.DataSize;

/** What somebody may have meant who set a property that there is not. */
final class PropertyAdvice {

	private final Map<String, Class<?>> groups = new LinkedHashMap<>();

	PropertyAdvice(Collection<ContractGroup> groups) {
		groups.forEach((group) -> this.groups.put(group.protocol(), group.properties().get().getClass()));
	}

	/** A sentence on what to do about a property. */
	String about(ConfigurationPropertyName name) {
		return meant(name).map((meant) -> "Instead of " + name + " set " + meant + ".")
			.orElse("Remove " + name + ", or correct its name.");
	}

	private Optional<String> meant(ConfigurationPropertyName name) {
		Class<?> type = RedisJobsProperties.class;
		for (int depth = 1; depth < name.getNumberOfElements(); depth++) {
			String element = name.getElement(depth, Form.DASHED);
			Class<?> next = children(type).get(element);
			if (next == null) {
				return corrected(type, name, depth);
			}
			if (type == RedisJobsProperties.class && next == Map.class) {
				// the queue's name
				depth++;
				next = QueueProperties.class;
			}
			type = next;
		}
		return Optional.empty();
	}

	private Optional<String> corrected(Class<?> type, ConfigurationPropertyName name, int depth) {
		String element = name.getElement(depth, Form.DASHED);
		if (this.groups.containsValue(type) && children(QueueProperties.class).containsKey(element)) {
			return Optional.of(name.chop(depth - 1) + "." + name.subName(depth));
		}
		Optional<String> group = this.groups.keySet()
			.stream()
			.filter((candidate) -> type == QueueProperties.class
					&& children(this.groups.get(candidate)).containsKey(element))
			.findFirst();
		if (group.isPresent()) {
			return Optional.of(name.chop(depth) + "." + group.get() + "." + name.subName(depth));
		}
		boolean last = depth + 1 == name.getNumberOfElements();
		Map<String, Class<?>> known = children(type);
		known.values().removeIf((child) -> !last && isValue(child));
		Optional<String> nearest = nearest(known.keySet(), element)
			.map((meant) -> name.chop(depth) + "." + meant + (last ? "" : "." + name.subName(depth + 1)));
		return nearest.or(() -> (type == QueueProperties.class) ? bracketed(name, depth) : Optional.empty());
	}

	private static boolean isValue(Class<?> type) {
		return BeanUtils.isSimpleProperty(type) || type == Duration.class || type == DataSize.class;
	}

	/** A name that goes on with what queues have, once a queue's name has its dots. */
	private Optional<String> bracketed(ConfigurationPropertyName name, int depth) {
		Map<String, Class<?>> known = children(QueueProperties.class);
		for (int end = depth + 1; end < name.getNumberOfElements(); end++) {
			if (known.containsKey(name.getElement(end, Form.DASHED))) {
				StringBuilder queue = new StringBuilder(name.getElement(depth - 1, Form.ORIGINAL));
				for (int i = depth; i < end; i++) {
					queue.append('.').append(name.getElement(i, Form.ORIGINAL));
				}
				return Optional.of(WrittenQueues.place(queue.toString()) + "." + name.subName(end) + ", in YAML \"["
						+ queue + "]\", because of the dot");
			}
		}
		return Optional.empty();
	}

	/** The properties of a type by their names, with what is known to stand beside. */
	private Map<String, Class<?>> children(Class<?> type) {
		Map<String, Class<?>> children = new LinkedHashMap<>();
		for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(type)) {
			if (!property.getName().equals("class")) {
				children.put(dashed(property.getName()), property.getPropertyType());
			}
		}
		if (type == QueueProperties.class) {
			children.putAll(this.groups);
		}
		if (type == RedisJobsProperties.class) {
			children.put("embedded", EmbeddedRedisProperties.class);
		}
		return children;
	}

	private static String dashed(String camelCase) {
		return camelCase.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
	}

	private static Optional<String> nearest(Collection<String> known, String element) {
		return known.stream()
			.filter((candidate) -> distance(candidate, element) <= 1 + element.length() / 4
					|| candidate.startsWith(element) && element.length() > 2)
			.min(Comparator.comparingInt((candidate) -> distance(candidate, element)));
	}

	/**
	 * How many letters have to be added, removed or changed to make one word of another.
	 */
	private static int distance(String from, String to) {
		int[] row = new int[to.length() + 1];
		for (int j = 0; j <= to.length(); j++) {
			row[j] = j;
		}
		for (int i = 1; i <= from.length(); i++) {
			int diagonal = row[0];
			row[0] = i;
			for (int j = 1; j <= to.length(); j++) {
				int changed = diagonal + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
				diagonal = row[j];
				row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
			}
		}
		return row[to.length()];
	}

}
