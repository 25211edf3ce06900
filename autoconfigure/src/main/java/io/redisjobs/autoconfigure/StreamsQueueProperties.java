package io.redisjobs.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Settings of a queue that is a Redis stream. */
public abstract class StreamsQueueProperties extends OmniqQueueProperties {

	/**
	 * Streams: consumer group, instead of the one that fits the queue's part in the
	 * pipeline.
	 */
	private @Nullable String group;

	/**
	 * Streams: name of this application in the group, unique among running ones, instead
	 * of a generated one.
	 */
	private @Nullable String consumer;

	/**
	 * Streams: queue that gets the results.
	 */
	private @Nullable String resultsTo;

	/**
	 * Streams: queue that gets the failures, instead of a dead stream beside the queue's
	 * own.
	 */
	private @Nullable String failuresTo;

	/**
	 * Streams: number of times an entry is delivered before it has failed.
	 */
	private @Nullable Integer maxDeliveries;

	/**
	 * Streams: time an entry waits after a failure.
	 */
	private @Nullable Duration retryAfter;

	/**
	 * Streams: time entries are kept that every group has read and acknowledged.
	 */
	private @Nullable Duration retention;

	/**
	 * Streams: Whether a job id runs once, however often it is delivered.
	 */
	private @Nullable Boolean oncePerJobId;

	/**
	 * Streams: time after which consumers that hold nothing are removed.
	 */
	private @Nullable Duration consumerIdle;

	/**
	 * Streams: time a foreign worker may hold an entry without a sign of life, where no
	 * handler here reads the stream.
	 */
	private @Nullable Duration abandonedAfter;

	/**
	 * Streams: whether the stream is looked after where no handler here reads it.
	 */
	private @Nullable Boolean upkeep;

	/**
	 * Streams: makes the queue a router, which moves jobs instead of running them.
	 */
	private @Nullable Route route;

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

	public @Nullable Integer getMaxDeliveries() {
		return this.maxDeliveries;
	}

	public void setMaxDeliveries(@Nullable Integer maxDeliveries) {
		this.maxDeliveries = maxDeliveries;
	}

	public @Nullable Duration getRetryAfter() {
		return this.retryAfter;
	}

	public void setRetryAfter(@Nullable Duration retryAfter) {
		this.retryAfter = retryAfter;
	}

	public @Nullable Duration getRetention() {
		return this.retention;
	}

	public void setRetention(@Nullable Duration retention) {
		this.retention = retention;
	}

	public @Nullable Boolean getOncePerJobId() {
		return this.oncePerJobId;
	}

	public void setOncePerJobId(@Nullable Boolean oncePerJobId) {
		this.oncePerJobId = oncePerJobId;
	}

	public @Nullable Duration getConsumerIdle() {
		return this.consumerIdle;
	}

	public void setConsumerIdle(@Nullable Duration consumerIdle) {
		this.consumerIdle = consumerIdle;
	}

	public @Nullable Duration getAbandonedAfter() {
		return this.abandonedAfter;
	}

	public void setAbandonedAfter(@Nullable Duration abandonedAfter) {
		this.abandonedAfter = abandonedAfter;
	}

	public @Nullable Boolean getUpkeep() {
		return this.upkeep;
	}

	public void setUpkeep(@Nullable Boolean upkeep) {
		this.upkeep = upkeep;
	}

	public @Nullable Route getRoute() {
		return this.route;
	}

	public void setRoute(@Nullable Route route) {
		this.route = route;
	}

	/** How jobs are moved to other queues. */
	public static class Route {

		/**
		 * What decides on the queue; the only rule is the job's type.
		 */
		private String by = "type";

		/**
		 * Queue that gets jobs that belong nowhere.
		 */
		private @Nullable String failuresTo;

		/**
		 * Comma-separated list of queues that are named like a type, beside those that
		 * are configured here.
		 */
		private List<String> types = List.of();

		/**
		 * Queues by the types that are named otherwise.
		 */
		private final Map<String, String> aliases = new LinkedHashMap<>();

		public String getBy() {
			return this.by;
		}

		public void setBy(String by) {
			this.by = by;
		}

		public @Nullable String getFailuresTo() {
			return this.failuresTo;
		}

		public void setFailuresTo(@Nullable String failuresTo) {
			this.failuresTo = failuresTo;
		}

		public List<String> getTypes() {
			return this.types;
		}

		public void setTypes(List<String> types) {
			this.types = types;
		}

		public Map<String, String> getAliases() {
			return this.aliases;
		}

	}

}
