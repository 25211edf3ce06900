package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.redisjobs.protocol.streams.StreamsSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** What only queues that are Redis streams have. */
@ConfigurationProperties("redis-jobs.defaults.streams")
public class StreamsProperties implements ContractProperties {

	/**
	 * Consumer group, instead of the one that fits the queue's part in the pipeline.
	 */
	private @Nullable String group;

	/**
	 * Name of this application in the group, unique among running ones, instead of a
	 * generated one.
	 */
	private @Nullable String consumer;

	/**
	 * Queue that gets the results.
	 */
	private @Nullable String resultsTo;

	/**
	 * Queue that gets the failures, instead of a dead stream beside the queue's own.
	 */
	private @Nullable String failuresTo;

	/**
	 * Whether a job id runs once, however often it is delivered.
	 */
	private boolean oncePerJobId;

	/**
	 * Time entries are kept that every group has read and acknowledged, 7d unless set and
	 * 30d for the queues completed and failed; also as the queue's keep-completed-for.
	 */
	private @Nullable Duration keepCompletedFor;

	/**
	 * Time after which consumers that hold nothing are removed.
	 */
	private Duration consumerIdle = Duration.ofHours(1);

	/**
	 * Time a foreign worker may hold an entry without a sign of life, where no handler
	 * here reads the stream.
	 */
	private Duration abandonedAfter = Duration.ofMinutes(30);

	/**
	 * Whether the stream is looked after where no handler here reads it.
	 */
	private boolean upkeep = true;

	/**
	 * Makes the queue a router, which moves jobs instead of running them.
	 */
	@NestedConfigurationProperty
	private @Nullable StreamRoute route;

	public @Nullable String getGroup() {
		return this.group;
	}

	public void setGroup(@Nullable String group) {
		this.group = group;
	}

	public @Nullable String getConsumer() {
		return this.consumer;
	}

	public void setConsumer(@Nullable String consumer) {
		this.consumer = consumer;
	}

	public @Nullable String getResultsTo() {
		return this.resultsTo;
	}

	public void setResultsTo(@Nullable String resultsTo) {
		this.resultsTo = resultsTo;
	}

	public @Nullable String getFailuresTo() {
		return this.failuresTo;
	}

	public void setFailuresTo(@Nullable String failuresTo) {
		this.failuresTo = failuresTo;
	}

	public boolean isOncePerJobId() {
		return this.oncePerJobId;
	}

	public void setOncePerJobId(boolean oncePerJobId) {
		this.oncePerJobId = oncePerJobId;
	}

	public @Nullable Duration getKeepCompletedFor() {
		return this.keepCompletedFor;
	}

	public void setKeepCompletedFor(@Nullable Duration keepCompletedFor) {
		this.keepCompletedFor = keepCompletedFor;
	}

	public Duration getConsumerIdle() {
		return this.consumerIdle;
	}

	public void setConsumerIdle(Duration consumerIdle) {
		this.consumerIdle = consumerIdle;
	}

	public Duration getAbandonedAfter() {
		return this.abandonedAfter;
	}

	public void setAbandonedAfter(Duration abandonedAfter) {
		this.abandonedAfter = abandonedAfter;
	}

	public boolean isUpkeep() {
		return this.upkeep;
	}

	public void setUpkeep(boolean upkeep) {
		this.upkeep = upkeep;
	}

	public @Nullable StreamRoute getRoute() {
		return this.route;
	}

	public void setRoute(@Nullable StreamRoute route) {
		this.route = route;
	}

	@Override
	public void inherit(QueueProperties common) {
		if (common.getKeepCompletedFor() != null) {
			this.keepCompletedFor = common.getKeepCompletedFor();
		}
	}

	@Override
	public Set<String> unused() {
		return Set.of("backoff-type", "backoff-cap", "max-payload", "keep-completed", "keep-failed", "keep-failed-for");
	}

	@Override
	public Set<String> targets() {
		Set<String> targets = new HashSet<>();
		Stream.of(this.resultsTo, failures()).filter(Objects::nonNull).forEach(targets::add);
		if (this.route != null) {
			targets.addAll(this.route.getTypes());
			targets.addAll(this.route.getAliases().values());
		}
		return targets;
	}

	@Override
	public void check(PropertyCheck check) {
		check.atLeast("keep-completed-for", this.keepCompletedFor, Duration.ofMillis(1))
			.atLeast("consumer-idle", this.consumerIdle, Duration.ofMillis(1))
			.atLeast("abandoned-after", this.abandonedAfter, Duration.ofSeconds(1));
	}

	@Override
	public StreamsSettings settings(QueueProperties common) {
		StreamsSettings defaults = StreamsSettings.defaults();
		return StreamsSettings.builder()
			.prefix(Objects.requireNonNullElse(common.getPrefix(), defaults.prefix()))
			.group(this.group)
			.consumer(this.consumer)
			.resultsTo(this.resultsTo)
			.failuresTo(failures())
			.router(this.route != null)
			.attempts(Objects.requireNonNullElse(common.getMaxAttempts(), defaults.attempts()))
			.retryAfter(Objects.requireNonNullElse(common.getBackoff(), defaults.retryAfter()))
			.retention(this.keepCompletedFor)
			.oncePerJobId(this.oncePerJobId)
			.consumerIdle(this.consumerIdle)
			.abandonedAfter(this.abandonedAfter)
			.build();
	}

	private @Nullable String failures() {
		return (this.route != null && this.route.getFailuresTo() != null) ? this.route.getFailuresTo()
				: this.failuresTo;
	}

}
