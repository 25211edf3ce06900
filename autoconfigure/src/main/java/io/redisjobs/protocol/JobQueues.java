package io.redisjobs.protocol;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The queues of an application, each opened when first asked for and closed together. */
public final class JobQueues implements AutoCloseable {

	private final Function<String, OpenQueue> opener;

	private final Map<String, OpenQueue> open = new ConcurrentHashMap<>();

	/**
	 * Creates the queues.
	 * @param opener opens a queue by its name; throws
	 * {@link io.redisjobs.UnknownQueueException} or
	 * {@link io.redisjobs.InvalidQueueException}
	 */
	public JobQueues(Function<String, OpenQueue> opener) {
		this.opener = opener;
	}

	/** The queue of a name. */
	public OpenQueue get(String name) {
		OpenQueue queue = this.open.get(name);
		return (queue != null) ? queue : this.open.computeIfAbsent(name, this.opener);
	}

	/** The queues opened so far. */
	public Collection<OpenQueue> opened() {
		return List.copyOf(this.open.values());
	}

	@Override
	public void close() {
		this.open.values().forEach((queue) -> queue.queue().close());
		this.open.clear();
	}

}
