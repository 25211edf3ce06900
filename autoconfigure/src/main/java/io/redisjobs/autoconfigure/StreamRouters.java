package io.redisjobs.autoconfigure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.UnrecoverableJobException;
import io.redisjobs.annotation.JobEndpoint;
import io.redisjobs.annotation.JobHandlerConfigurer;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.streams.CheckedRouter;
import io.redisjobs.protocol.streams.EnvelopedJob;
import io.redisjobs.protocol.streams.JobRouter;
import io.redisjobs.protocol.streams.RouterRole;
import io.redisjobs.protocol.streams.StreamsProtocol;
import io.redisjobs.protocol.streams.StreamsSettings;
import io.redisjobs.protocol.streams.TypeRouter;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Gives every queue that is declared a router its handler, and opens every declared
 * stream, so that one that cannot work stops the start.
 */
final class StreamRouters implements JobHandlerConfigurer {

	private final PropertiesByQueue properties;

	private final JobQueues queues;

	private final ObjectProvider<JobRouter> router;

	StreamRouters(PropertiesByQueue properties, JobQueues queues, ObjectProvider<JobRouter> router) {
		this.properties = properties;
		this.queues = queues;
		this.router = router;
	}

	@Override
	public void configure(Consumer<JobEndpoint> endpoints) {
		for (String name : streams()) {
			this.queues.get(name);
			StreamRoute route = group(name).getRoute();
			if (route != null) {
				JobRouter rule = this.router.getIfAvailable(() -> byType(name, route));
				JobRouter checked = new CheckedRouter(rule, outcomes(), passes(name));
				endpoints.accept(JobEndpoint.of(name, "",
						(job) -> checked.route(job.as(EnvelopedJob.class)
							.orElseThrow(() -> new UnrecoverableJobException("Only jobs of streams are routed"))
							.envelope())));
			}
		}
	}

	/** The declared queues that are streams. */
	List<String> streams() {
		return this.properties.queues()
			.stream()
			.filter((name) -> StreamsProtocol.ID.equals(this.properties.protocol(name)))
			.toList();
	}

	private StreamsProperties group(String name) {
		return this.properties.group(name, StreamsProtocol.ID, StreamsProperties.class);
	}

	/** The declared streams that have upkeep also without a handler. */
	List<String> lookedAfter() {
		return streams().stream().filter((name) -> group(name).isUpkeep()).toList();
	}

	private ToLongFunction<String> passes(String router) {
		RouterRole role = this.queues.get(router).queue().role(RouterRole.class).orElseThrow();
		return role::pass;
	}

	private TypeRouter byType(String name, StreamRoute route) {
		if (!"type".equals(route.getBy())) {
			throw new InvalidJobsConfigurationException(
					"Queue '" + name + "' is to be routed by '" + route.getBy() + "', which is no rule",
					"Set " + WrittenQueues.place(name)
							+ ".streams.route.by to 'type', or declare a bean of type JobRouter.");
		}
		TypeRouter rule = rule(route);
		for (Map.Entry<String, String> way : rule.queues().entrySet()) {
			checkTarget(name, way.getKey(), way.getValue());
		}
		return rule;
	}

	private TypeRouter rule(StreamRoute route) {
		List<String> targets = new ArrayList<>(route.getTypes());
		targets.addAll(workStreams());
		return new TypeRouter(targets, route.getAliases());
	}

	private void checkTarget(String router, String type, String target) {
		if (outcomes().contains(target)) {
			throw new InvalidJobsConfigurationException(
					"Queue '" + router + "' would route type '" + type + "' to '" + target
							+ "', which takes results or failures and no requests",
					"Correct " + WrittenQueues.place(router) + ".streams.route.types and .aliases.");
		}
		Set<String> passed = new LinkedHashSet<>(Set.of(router));
		for (String next = target; next != null; next = next(next, type)) {
			if (!passed.add(next)) {
				throw new InvalidJobsConfigurationException("Jobs of type '" + type + "' would be routed in a circle: "
						+ passed + " and back to '" + next + "'",
						"Correct " + WrittenQueues.place(router) + ".streams.route.types and .aliases.");
			}
		}
	}

	/** Where a job goes on to from a queue, if the queue is a router. */
	private @Nullable String next(String queue, String type) {
		StreamRoute route = streams().contains(queue) ? group(queue).getRoute() : null;
		return (route != null) ? rule(route).queues().get(type) : null;
	}

	private List<String> workStreams() {
		Set<String> outcomes = outcomes();
		return streams().stream().filter((name) -> group(name).getRoute() == null && !outcomes.contains(name)).toList();
	}

	// a queue of results or failures is no place for a request, whatever its type says
	private Set<String> outcomes() {
		Set<String> outcomes = new HashSet<>(StreamsSettings.OUTCOMES);
		for (String name : streams()) {
			StreamsSettings settings = this.properties.settings(name, StreamsProtocol.ID, StreamsSettings.class);
			Stream.of(settings.resultsTo(), settings.failuresTo()).filter(Objects::nonNull).forEach(outcomes::add);
		}
		return outcomes;
	}

}
