package io.redisjobs.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.annotation.JobEndpoint;
import io.redisjobs.annotation.JobHandlerConfigurer;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.streams.EnvelopedJob;
import io.redisjobs.protocol.streams.JobRouter;
import io.redisjobs.protocol.streams.StreamsProtocol;
import io.redisjobs.protocol.streams.TypeRouter;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Gives every queue that is declared a router its handler, and opens every declared
 * stream, so that one that cannot work stops the start.
 */
final class StreamRouters implements JobHandlerConfigurer {

	private final RedisJobsProperties properties;

	private final ConfiguredQueues configured;

	private final JobQueues queues;

	private final ObjectProvider<JobRouter> router;

	StreamRouters(RedisJobsProperties properties, ConfiguredQueues configured, JobQueues queues,
			ObjectProvider<JobRouter> router) {
		this.properties = properties;
		this.configured = configured;
		this.queues = queues;
		this.router = router;
	}

	@Override
	public void configure(Consumer<JobEndpoint> endpoints) {
		for (String name : streams()) {
			this.queues.get(name);
			StreamsQueueProperties.Route route = this.configured.of(name).getRoute();
			if (route != null) {
				JobRouter rule = this.router.getIfAvailable(() -> byType(name, route));
				endpoints.accept(JobEndpoint.of(name, "",
						(job) -> rule.route(job.as(EnvelopedJob.class)
							.orElseThrow(() -> new UnrecoverableJobException("Only jobs of streams are routed"))
							.envelope())));
			}
		}
	}

	/** The declared queues that are streams. */
	List<String> streams() {
		return this.properties.getQueues()
			.keySet()
			.stream()
			.filter((name) -> StreamsProtocol.ID.equals(this.configured.of(name).getProtocol()))
			.toList();
	}

	private TypeRouter byType(String name, StreamsQueueProperties.Route route) {
		if (!"type".equals(route.getBy())) {
			throw new InvalidJobsConfigurationException(
					"Queue '" + name + "' is to be routed by '" + route.getBy() + "', which is no rule",
					"Set redis-jobs.queues." + name + ".route.by to 'type', or declare a bean of type JobRouter.");
		}
		List<String> targets = new ArrayList<>(route.getTypes());
		streams().stream().filter((other) -> takesRequests(name, other)).forEach(targets::add);
		return new TypeRouter(targets, route.getAliases());
	}

	// a queue of results or failures is no place for a request, whatever its type says
	private boolean takesRequests(String router, String other) {
		return !other.equals(router) && this.configured.of(other).getRoute() == null
				&& streams().stream()
					.map(this.configured::of)
					.noneMatch((queue) -> other.equals(queue.getResultsTo())
							|| Objects.equals(other, StreamsConfiguration.settings(queue).failuresTo()));
	}

}
