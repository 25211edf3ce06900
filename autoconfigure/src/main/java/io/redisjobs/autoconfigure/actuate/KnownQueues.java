package io.redisjobs.autoconfigure.actuate;

import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;

/**
 * The queues that this application has to do with: configured, handled, or used already.
 */
public final class KnownQueues {

	private final Supplier<? extends Collection<String>> configured;

	private final JobQueues queues;

	private final JobContainerRegistry containers;

	public KnownQueues(Supplier<? extends Collection<String>> configured, JobQueues queues,
			JobContainerRegistry containers) {
		this.configured = configured;
		this.queues = queues;
		this.containers = containers;
	}

	SortedSet<String> names() {
		SortedSet<String> names = new TreeSet<>(this.configured.get());
		this.queues.opened().forEach((queue) -> names.add(queue.name()));
		this.containers.all().forEach((container) -> names.add(container.queue()));
		return names;
	}

	Optional<OpenQueue> find(String name) {
		return names().contains(name) ? Optional.of(get(name)) : Optional.empty();
	}

	OpenQueue get(String name) {
		return this.queues.get(name);
	}

	Optional<JobContainer> container(String name) {
		return this.containers.get(name);
	}

	Collection<JobContainer> containers() {
		return this.containers.all();
	}

}
