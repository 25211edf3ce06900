package io.redisjobs.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
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

	private final Collection<String> names;

	private final JobQueues queues;

	private final Clock clock;

	StreamMeters(Collection<String> names, JobQueues queues, Clock clock) {
		this.names = List.copyOf(names);
		this.queues = queues;
		this.clock = clock;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		boolean first = true;
		for (String name : this.names) {
			Readings readings = new Readings(name, registry);
			gauge(registry, "redis.jobs.stream.length", "Entries in the stream", Tags.of("queue", name), readings,
					StreamStatistics::length);
			if (first) {
				gauge(registry, "redis.jobs.server.memory.used", "Bytes the server uses", Tags.empty(), readings,
						StreamStatistics::usedMemory);
				gauge(registry, "redis.jobs.server.memory.max", "Bytes the server may use, 0 for no limit",
						Tags.empty(), readings, StreamStatistics::maxMemory);
			}
			first = false;
		}
	}

	private static void gauge(MeterRegistry registry, String name, String description, Tags tags, Readings readings,
			ToDoubleFunction<StreamStatistics> value) {
		Gauge.builder(name, readings, (source) -> source.value(value))
			.description(description)
			.tags(tags)
			.strongReference(true)
			.register(registry);
	}

	/** The statistics of one stream, read no more often than every few seconds. */
	private final class Readings {

		private final String queue;

		private final MultiGauge lag;

		private final MultiGauge pending;

		private final ReentrantLock reading = new ReentrantLock();

		private volatile @Nullable StreamStatistics latest;

		private volatile Instant until = Instant.MIN;

		Readings(String queue, MeterRegistry registry) {
			this.queue = queue;
			this.lag = MultiGauge.builder("redis.jobs.stream.lag")
				.description("Entries that the group has not read")
				.tag("queue", queue)
				.register(registry);
			this.pending = MultiGauge.builder("redis.jobs.stream.pending")
				.description("Entries that the group has read and not acknowledged")
				.tag("queue", queue)
				.register(registry);
		}

		double value(ToDoubleFunction<StreamStatistics> value) {
			if (!StreamMeters.this.clock.instant().isBefore(this.until) && this.reading.tryLock()) {
				try {
					read();
				}
				finally {
					this.reading.unlock();
				}
			}
			StreamStatistics statistics = this.latest;
			return (statistics != null) ? value.applyAsDouble(statistics) : Double.NaN;
		}

		private void read() {
			this.until = StreamMeters.this.clock.instant().plus(FRESHNESS);
			try {
				StreamStatistics statistics = StreamMeters.this.queues.get(this.queue)
					.queue()
					.role(StreamStatisticsRole.class)
					.map(StreamStatisticsRole::statistics)
					.orElse(null);
				this.latest = statistics;
				if (statistics != null) {
					this.lag.register(rows(statistics, (group) -> (group.lag() < 0) ? Double.NaN : group.lag()), true);
					this.pending.register(rows(statistics, StreamStatistics.Group::pending), true);
				}
			}
			catch (RuntimeException ex) {
				// the containers and the health indicator tell that Redis does not answer
				this.latest = null;
			}
		}

		private static List<MultiGauge.Row<?>> rows(StreamStatistics statistics,
				ToDoubleFunction<StreamStatistics.Group> value) {
			return statistics.groups()
				.stream().<MultiGauge
						.Row<?>>map(
								(group) -> MultiGauge.Row.of(Tags.of("group", group.name()),
										value.applyAsDouble(group)))
				.toList();
		}

	}

}
