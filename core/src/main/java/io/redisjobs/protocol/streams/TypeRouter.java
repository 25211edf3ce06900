package io.redisjobs.protocol.streams;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import io.redisjobs.UnfitJobException;
import io.redisjobs.protocol.Printable;

/**
 * Routes by the job's type: upper and lower case are the same, and so are {@code _} and
 * {@code -}.
 */
public final class TypeRouter implements JobRouter {

	private final Map<String, String> queues = new HashMap<>();

	/**
	 * Creates the rule.
	 * @param queues the queues that are named like a type
	 * @param aliases queues by the type that is named otherwise
	 */
	public TypeRouter(Collection<String> queues, Map<String, String> aliases) {
		queues.forEach((queue) -> this.queues.put(normalize(queue), queue));
		aliases.forEach((type, queue) -> this.queues.put(normalize(type), queue));
	}

	/** The queues by type, in lower case and with {@code -}. */
	public Map<String, String> queues() {
		return Map.copyOf(this.queues);
	}

	@Override
	public String route(JobEnvelope envelope) {
		String queue = this.queues.get(normalize(envelope.type()));
		if (queue == null) {
			throw new UnfitJobException("No queue takes jobs of type '" + Printable.of(envelope.type()) + "'");
		}
		return queue;
	}

	private static String normalize(String type) {
		return type.toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
