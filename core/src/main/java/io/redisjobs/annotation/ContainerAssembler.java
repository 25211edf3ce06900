package io.redisjobs.annotation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.redisjobs.InvalidJobsConfigurationException;
import io.redisjobs.listener.ContainerSettings;
import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerFactory;
import io.redisjobs.listener.invoke.JobInvoker;
import org.jspecify.annotations.Nullable;

/** Makes one container out of all the handlers of a queue. */
final class ContainerAssembler {

	private final Function<@Nullable String, JobContainerFactory> factories;

	private final Function<String, ContainerSettings> settings;

	ContainerAssembler(Function<@Nullable String, JobContainerFactory> factories,
			Function<String, ContainerSettings> settings) {
		this.factories = factories;
		this.settings = settings;
	}

	JobContainer assemble(String queue, List<JobEndpoint> endpoints) {
		Map<String, JobInvoker> handlers = new LinkedHashMap<>();
		for (JobEndpoint endpoint : endpoints) {
			JobInvoker other = handlers.putIfAbsent(endpoint.name(), endpoint.invoker());
			if (other != null) {
				throw new InvalidJobsConfigurationException(
						"Queue '" + queue + "': there are two handlers for "
								+ (endpoint.name().isEmpty() ? "all job names" : "jobs named '" + endpoint.name() + "'")
								+ ": " + other + " and " + endpoint.invoker(),
						"Give each handler of a queue another name in @JobHandler(name = ..), with at most one that has none.");
			}
		}
		ContainerSettings base = this.settings.apply(queue);
		Integer concurrency = agreed(queue, "concurrency", endpoints, JobEndpoint::concurrency);
		Boolean autoStartup = agreed(queue, "autoStartup", endpoints, JobEndpoint::autoStartup);
		String factory = agreed(queue, "containerFactory", endpoints, JobEndpoint::containerFactory);
		return this.factories.apply(factory)
			.create(queue, handlers,
					new ContainerSettings((concurrency != null) ? concurrency : base.concurrency(), base.lease(),
							base.shutdownTimeout(), base.drain(),
							(autoStartup != null) ? autoStartup : base.autoStartup(), base.retryLog()));
	}

	private static <T> @Nullable T agreed(String queue, String attribute, List<JobEndpoint> endpoints,
			Function<JobEndpoint, @Nullable T> value) {
		List<T> values = endpoints.stream().map(value).filter(Objects::nonNull).distinct().toList();
		if (values.size() > 1) {
			throw new InvalidJobsConfigurationException(
					"Queue '" + queue + "': its handlers disagree on " + attribute + ": " + values,
					"Set it on one of them, or by a property under redis-jobs.queues." + queue + ".");
		}
		return values.isEmpty() ? null : values.get(0);
	}

}
