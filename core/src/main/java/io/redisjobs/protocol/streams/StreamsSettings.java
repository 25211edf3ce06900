package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * How a queue uses its stream.
 *
 * @param prefix what the keys of all streams begin with
 * @param group the consumer group, or {@code null} for the contract's own: orchestrators,
 * workers and handlers have one each
 * @param consumer this worker's name in the group, or {@code null} for a generated one; a
 * name of your own must be unique among running workers
 * @param resultsTo the queue that gets the results, if any
 * @param failuresTo the queue that gets the failures, or {@code null} for the stream
 * {@code <stream>:dead} beside the queue's own
 * @param router whether completing a job means to move it to the queue its result names
 * @param attempts how often an entry is delivered at most
 * @param retryAfter how long an entry waits after a failure
 * @param retention how long entries are kept, or {@code null} for the contract's own: 7
 * days, 30 for results and failures
 * @param oncePerJobId whether a job id runs once, however often it is delivered
 * @param consumerIdle after how long consumers that hold nothing are removed
 * @param abandonedAfter after how long an entry that a foreign worker holds counts as
 * abandoned, where no worker of ours reads the stream
 */
public record StreamsSettings(String prefix, @Nullable String group, @Nullable String consumer,
		@Nullable String resultsTo, @Nullable String failuresTo, boolean router, int attempts, Duration retryAfter,
		@Nullable Duration retention, boolean oncePerJobId, Duration consumerIdle, Duration abandonedAfter) {

	/** The streams of results and failures in the contract. */
	public static final Set<String> OUTCOMES = Set.of("completed", "failed");

	/** The stream of the requests in the contract, which its orchestrator reads. */
	private static final String REQUESTS = "requested";

	/** The settings of a queue that nothing is said about. */
	public static StreamsSettings defaults() {
		return new Builder().build();
	}

	/** Starts from the defaults. */
	public static Builder builder() {
		return new Builder();
	}

	String groupOf(String queue) {
		if (this.group != null) {
			return this.group;
		}
		if (this.router || REQUESTS.equals(queue)) {
			return "orchestrator-group";
		}
		return OUTCOMES.contains(queue) ? "handler-group" : "worker-group";
	}

	Duration retentionOf(String queue) {
		if (this.retention != null) {
			return this.retention;
		}
		return Duration.ofDays(OUTCOMES.contains(queue) ? 30 : 7);
	}

	/** Collects settings. */
	public static final class Builder {

		private String prefix = "jobs:";

		private @Nullable String group;

		private @Nullable String consumer;

		private @Nullable String resultsTo;

		private @Nullable String failuresTo;

		private boolean router;

		private int attempts = 3;

		private Duration retryAfter = Duration.ofSeconds(30);

		private @Nullable Duration retention;

		private boolean oncePerJobId;

		private Duration consumerIdle = Duration.ofHours(1);

		private Duration abandonedAfter = Duration.ofMinutes(30);

		private Builder() {
		}

		public Builder prefix(String prefix) {
			this.prefix = prefix;
			return this;
		}

		public Builder group(@Nullable String group) {
			this.group = group;
			return this;
		}

		public Builder consumer(@Nullable String consumer) {
			this.consumer = consumer;
			return this;
		}

		public Builder resultsTo(@Nullable String resultsTo) {
			this.resultsTo = resultsTo;
			return this;
		}

		public Builder failuresTo(@Nullable String failuresTo) {
			this.failuresTo = failuresTo;
			return this;
		}

		public Builder router(boolean router) {
			this.router = router;
			return this;
		}

		public Builder attempts(int attempts) {
			this.attempts = attempts;
			return this;
		}

		public Builder retryAfter(Duration retryAfter) {
			this.retryAfter = retryAfter;
			return this;
		}

		public Builder retention(@Nullable Duration retention) {
			this.retention = retention;
			return this;
		}

		public Builder oncePerJobId(boolean oncePerJobId) {
			this.oncePerJobId = oncePerJobId;
			return this;
		}

		public Builder consumerIdle(Duration consumerIdle) {
			this.consumerIdle = consumerIdle;
			return this;
		}

		public Builder abandonedAfter(Duration abandonedAfter) {
			this.abandonedAfter = abandonedAfter;
			return this;
		}

		public StreamsSettings build() {
			return new StreamsSettings(this.prefix, this.group, this.consumer, this.resultsTo, this.failuresTo,
					this.router, this.attempts, this.retryAfter, this.retention, this.oncePerJobId, this.consumerIdle,
					this.abandonedAfter);
		}

	}

}
