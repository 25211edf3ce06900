package io.redisjobs.observation;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.redisjobs.JobContext;
import io.redisjobs.JobState;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.protocol.JobQueues;
import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.protocol.NewJob;
import io.redisjobs.protocol.OpenQueue;
import io.redisjobs.protocol.PublishResult;
import io.redisjobs.protocol.ReservedJob;
import io.redisjobs.protocol.Settlement;
import io.redisjobs.publish.PublishInterceptor;
import org.jspecify.annotations.Nullable;

/**
 * Meters of every queue that is published to or run: how many jobs are in which state,
 * what became of attempts, and what should not happen often.
 */
public final class JobMeters implements JobMonitor, PublishInterceptor {

	private static final Duration PATIENCE = Duration.ofMillis(500);

	private final MeterRegistry registry;

	private final JobQueues queues;

	private final Readings readings;

	private final Clock clock;

	private final Map<String, QueueMeters> meters = new ConcurrentHashMap<>();

	/**
	 * Creates the meters.
	 * @param registry where they are
	 * @param queues opens queues
	 * @param freshness how long counts are used before Redis is asked again
	 * @param clock tells the time
	 */
	public JobMeters(MeterRegistry registry, JobQueues queues, Duration freshness, Clock clock) {
		this.registry = registry;
		this.queues = queues;
		this.readings = new Readings(freshness, PATIENCE, clock);
		this.clock = clock;
	}

	/** Makes the meters of a queue, unless they are there. */
	public void add(String queue) {
		of(queue);
	}

	private QueueMeters of(String queue) {
		QueueMeters existing = this.meters.get(queue);
		return (existing != null) ? existing
				: this.meters.computeIfAbsent(queue, (name) -> new QueueMeters(this.queues.get(name)));
	}

	@Override
	public List<PublishResult> publish(OpenQueue queue, List<NewJob> jobs,
			Function<List<NewJob>, List<PublishResult>> next) {
		of(queue.name());
		return next.apply(jobs);
	}

	@Override
	public void started(JobContext job) {
		job.as(ReservedJob.class)
			.flatMap(ReservedJob::waitingSince)
			.ifPresent((since) -> of(job.queue()).waits().record(Waits.until(this.clock.instant(), since)));
	}

	@Override
	public void completed(JobContext job, @Nullable Object result, Duration duration) {
		of(job.queue()).attempts(Settlement.Outcome.COMPLETED).increment();
	}

	@Override
	public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
		of(job.queue()).attempts(settlement.outcome()).increment();
	}

	@Override
	public void leaseLost(JobContext job) {
		of(job.queue()).leaseLost.increment();
	}

	@Override
	public void extensionLate(String queue) {
		of(queue).extensionLate.increment();
	}

	@Override
	public void writeRepeated(String queue) {
		of(queue).writeRepeated.increment();
	}

	@Override
	public void maintained(String queue, MaintenanceReport report) {
		QueueMeters own = of(queue);
		own.recovered.increment(report.recovered());
		own.failed.increment(report.failed());
		if (report.skipped()) {
			own.maintenanceSkipped.increment();
		}
	}

	@Override
	public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
		of(queue);
	}

	/** The meters of one queue. */
	private final class QueueMeters {

		private final Tags tags;

		private final Counter leaseLost;

		private final Counter extensionLate;

		private final Counter writeRepeated;

		private final Counter recovered;

		private final Counter failed;

		private final Counter maintenanceSkipped;

		private volatile @Nullable Timer waits;

		private final Map<Settlement.Outcome, Counter> attempts = new ConcurrentHashMap<>();

		QueueMeters(OpenQueue queue) {
			this.tags = Tags.of("queue", queue.name(), "protocol", queue.protocol().id());
			this.leaseLost = counter("redis.jobs.lease.lost", "jobs", "Jobs lost to somebody else while they ran");
			this.extensionLate = counter("redis.jobs.lease.extension.late", "extensions",
					"Times that extending leases took longer than until the next are due");
			this.writeRepeated = counter("redis.jobs.write.repeated", "writes",
					"Ends of jobs written again because Redis did not answer");
			this.recovered = counter("redis.jobs.stalled.recovered", "jobs",
					"Jobs taken back from workers that are gone");
			this.failed = counter("redis.jobs.stalled.failed", "jobs",
					"Jobs failed because their workers went away too often");
			this.maintenanceSkipped = counter("redis.jobs.maintenance.skipped", "pieces",
					"Pieces of upkeep that somebody else did");
			QueueCounts counts = new QueueCounts(queue.queue(), JobMeters.this.readings, JobMeters.this.clock);
			gauge(counts, "waiting", JobState.WAITING, JobState.PRIORITIZED);
			gauge(counts, "active", JobState.ACTIVE);
			gauge(counts, "delayed", JobState.DELAYED);
			gauge(counts, "failed", JobState.FAILED);
			TimeGauge.builder("redis.jobs.oldest.waiting", counts, TimeUnit.SECONDS, QueueCounts::secondsOfOldest)
				.description("Time since the job that has waited longest could have been taken")
				.tags(this.tags)
				.strongReference(true)
				.register(JobMeters.this.registry);
		}

		// not every contract stores since when its jobs wait
		Timer waits() {
			Timer timer = this.waits;
			if (timer == null) {
				timer = Timer.builder("redis.jobs.wait")
					.description("Time between when jobs could have been taken and their first run")
					.tags(this.tags)
					.register(JobMeters.this.registry);
				this.waits = timer;
			}
			return timer;
		}

		Counter attempts(Settlement.Outcome outcome) {
			Counter counter = this.attempts.get(outcome);
			return (counter != null) ? counter
					: this.attempts.computeIfAbsent(outcome,
							(word) -> Counter.builder("redis.jobs.attempts")
								.description("Attempts by what became of their jobs")
								.baseUnit("attempts")
								.tags(this.tags.and("outcome", word.name().toLowerCase(Locale.ROOT)))
								.register(JobMeters.this.registry));
		}

		private Counter counter(String name, String unit, String description) {
			return Counter.builder(name)
				.description(description)
				.baseUnit(unit)
				.tags(this.tags)
				.register(JobMeters.this.registry);
		}

		private void gauge(QueueCounts counts, String name, JobState... states) {
			Gauge.builder("redis.jobs.queue.size", counts, (source) -> source.count(states))
				.description("Jobs of the queue by state")
				.baseUnit("jobs")
				.tags(this.tags.and("state", name))
				.strongReference(true)
				.register(JobMeters.this.registry);
		}

	}

}
