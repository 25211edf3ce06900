package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.redisjobs.observation.Readings;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.streams.StreamStatistics;
import io.redisjobs.protocol.streams.StreamStatisticsRole;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the streams: length, lag and pending entries of every group, and the server's
 * memory.
 */
final class StreamMeters implements MeterBinder {

	private static final Duration FRESHNESS = Duration.ofSeconds(5);

	private static final Duration PATIENCE = Duration.ofMillis(500);

	// groups are made by whoever reads the stream, and every one is two more meters
	private static final int MOST_GROUPS = 100;

	private final Collection<String> names;

	private final JobQueues queues;

	private final Readings readings;

	StreamMeters(Collection<String> names, JobQueues queues, Clock clock) {
		this.names = List.copyOf(names);
		this.queues = queues;
		this.readings = new Readings(FRESHNESS, PATIENCE, clock);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		boolean first = true;
		for (String name : this.names) {
			Stream stream = new Stream(name, registry);
			gauge(registry, "redis.jobs.stream.length", "entries", "Entries in the stream", Tags.of("queue", name),
					stream, StreamStatistics::length);
			if (first) {
				gauge(registry, "redis.jobs.server.memory.used", "bytes", "Bytes the server uses", Tags.empty(), stream,
						StreamStatistics::usedMemory);
				gauge(registry, "redis.jobs.server.memory.max", "bytes", "Bytes the server may use, 0 for no limit",
						Tags.empty(), stream, StreamStatistics::maxMemory);
			}
			first = false;
		}
	}

	private static void gauge(MeterRegistry registry, String name, String unit, String description, Tags tags,
			Stream stream, ToDoubleFunction<StreamStatistics> value) {
		Gauge.builder(name, stream, (source) -> source.value(value))
			.description(description)
			.baseUnit(unit)
			.tags(tags)
			.strongReference(true)
			.register(registry);
	}

	/** The statistics of one stream, and the meters of its groups. */
	private final class Stream {

		private final String queue;

		private final MultiGauge lag;

		private final MultiGauge pending;

		private final Supplier<@Nullable StreamStatistics> latest;

		Stream(String queue, MeterRegistry registry) {
			this.queue = queue;
			this.lag = MultiGauge.builder("redis.jobs.stream.lag")
				.description("Entries that the group has not read")
				.baseUnit("entries")
				.tag("queue", queue)
				.register(registry);
			this.pending = MultiGauge.builder("redis.jobs.stream.pending")
				.description("Entries that the group has read and not acknowledged")
				.baseUnit("entries")
				.tag("queue", queue)
				.register(registry);
			this.latest = StreamMeters.this.readings.add(this::read);
		}

		double value(ToDoubleFunction<StreamStatistics> value) {
			StreamStatistics statistics = this.latest.get();
			return (statistics != null) ? value.applyAsDouble(statistics) : Double.NaN;
		}

		private @Nullable StreamStatistics read() {
			List<StreamStatistics.Group> groups = List.of();
			try {
				StreamStatistics statistics = StreamMeters.this.queues.get(this.queue)
					.queue()
					.role(StreamStatisticsRole.class)
					.map(StreamStatisticsRole::statistics)
					.orElse(null);
				groups = (statistics != null) ? statistics.groups() : List.of();
				return statistics;
			}
			finally {
				this.lag.register(rows(groups, (group) -> (group.lag() < 0) ? Double.NaN : group.lag()), true);
				this.pending.register(rows(groups, StreamStatistics.Group::pending), true);
			}
		}

		private static List<MultiGauge.Row<?>> rows(List<StreamStatistics.Group> groups,
				ToDoubleFunction<StreamStatistics.Group> value) {
			return groups.stream()
				.limit(MOST_GROUPS).<MultiGauge
						.Row<?>>map(
								(group) -> MultiGauge.Row.of(Tags.of("group", group.name()),
										value.applyAsDouble(group)))
				.toList();
		}

	}

}
