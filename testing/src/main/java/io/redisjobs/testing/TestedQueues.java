package io.redisjobs.testing;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

import io.redisjobs.JobState;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.protocol.RehearsalRole;

/**
 * The queues that the application under test has to do with: configured, handled, or used
 * already.
 */
final class TestedQueues {

	private final JobQueues queues;

	private final JobContainerRegistry containers;

	private final Collection<String> configured;

	TestedQueues(JobQueues queues, JobContainerRegistry containers, Collection<String> configured) {
		this.queues = queues;
		this.containers = containers;
		this.configured = configured;
	}

	/** All of them, by name. */
	List<OpenQueue> all() {
		SortedSet<String> names = new TreeSet<>(this.configured);
		this.queues.opened().forEach((queue) -> names.add(queue.name()));
		this.containers.all().forEach((container) -> names.add(container.queue()));
		return names.stream().map(this.queues::get).toList();
	}

	JobQueues queues() {
		return this.queues;
	}

	JobContainerRegistry containers() {
		return this.containers;
	}

	Optional<JobContainer> container(String queue) {
		return this.containers.get(queue);
	}

	/** The container that has a queue's handlers. */
	JobContainer handled(String queue) {
		return container(queue)
			.orElseThrow(() -> new IllegalArgumentException("No handler takes the jobs of queue '" + queue
					+ "'; there are handlers for " + this.containers.all().stream().map(JobContainer::queue).toList()
					+ ". What was published to it is in published(\"" + queue + "\"), and answer(\"" + queue
					+ "\", ..) takes its jobs as a worker elsewhere would."));
	}

	/** What is in a queue, for messages. */
	String state(String queue) {
		QueueSnapshot now = this.queues.get(queue).queue().inspect();
		Map<JobState, Long> counts = new EnumMap<>(now.counts());
		counts.values().removeIf((count) -> count == 0);
		return (counts.isEmpty() ? "no jobs" : counts) + (now.paused() ? " and is paused" : "");
	}

	/** What tests can do to a queue. */
	static RehearsalRole rehearsal(OpenQueue queue) {
		return queue.queue()
			.role(RehearsalRole.class)
			.orElseThrow(() -> new IllegalStateException("Queue '" + queue.name() + "' has the contract '"
					+ queue.protocol().id() + "', whose queues have no " + RehearsalRole.class.getName()
					+ ": they can neither be emptied after a test nor moved on in time. "
					+ "Let them have it, or set @AutoConfigureRedisJobs(clear = false) and do not call advance(..)."));
	}

}
