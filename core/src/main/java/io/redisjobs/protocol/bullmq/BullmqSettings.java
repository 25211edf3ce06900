package io.redisjobs.protocol.bullmq;

import java.time.Duration;

import io.redisjobs.JobRetention;
import org.jspecify.annotations.Nullable;

/**
 * What can be set for a BullMQ queue.
 *
 * @param prefix what all keys start with, as every other client of the queue has it
 * @param stalls how jobs of workers that are gone are found
 * @param limit how many jobs this worker's fleet starts in a time, or {@code null}
 * @param backoffCap the longest exponential backoff, or {@code null} for none
 * @param maxPayload the largest payload or result, in bytes
 * @param metricsMinutes how many minutes of counts are kept, or {@code null} for none
 * @param kept what is kept of jobs that do not say so themselves
 */
public record BullmqSettings(String prefix, Stalls stalls, @Nullable Limit limit, @Nullable Duration backoffCap,
		int maxPayload, @Nullable Integer metricsMinutes, Kept kept) {

	private static final BullmqSettings DEFAULTS = new BullmqSettings("bull",
			new Stalls(Duration.ofSeconds(30), 1, null), null, Duration.ofHours(1), 10 * 1024 * 1024, null,
			new Kept(null, null));

	/** What BullMQ does by default. */
	public static BullmqSettings defaults() {
		return DEFAULTS;
	}

	public BullmqSettings withPrefix(String prefix) {
		return new BullmqSettings(prefix, this.stalls, this.limit, this.backoffCap, this.maxPayload,
				this.metricsMinutes, this.kept);
	}

	public BullmqSettings withStalls(Stalls stalls) {
		return new BullmqSettings(this.prefix, stalls, this.limit, this.backoffCap, this.maxPayload,
				this.metricsMinutes, this.kept);
	}

	public BullmqSettings withLimit(@Nullable Limit limit) {
		return new BullmqSettings(this.prefix, this.stalls, limit, this.backoffCap, this.maxPayload,
				this.metricsMinutes, this.kept);
	}

	public BullmqSettings withBackoffCap(@Nullable Duration backoffCap) {
		return new BullmqSettings(this.prefix, this.stalls, this.limit, backoffCap, this.maxPayload,
				this.metricsMinutes, this.kept);
	}

	public BullmqSettings withMaxPayload(int maxPayload) {
		return new BullmqSettings(this.prefix, this.stalls, this.limit, this.backoffCap, maxPayload,
				this.metricsMinutes, this.kept);
	}

	public BullmqSettings withMetricsMinutes(@Nullable Integer metricsMinutes) {
		return new BullmqSettings(this.prefix, this.stalls, this.limit, this.backoffCap, this.maxPayload,
				metricsMinutes, this.kept);
	}

	public BullmqSettings withKept(Kept kept) {
		return new BullmqSettings(this.prefix, this.stalls, this.limit, this.backoffCap, this.maxPayload,
				this.metricsMinutes, kept);
	}

	/**
	 * How jobs of workers that are gone are found.
	 *
	 * @param interval the time between two looks
	 * @param maxCount how often a job may lose its worker before it fails
	 * @param maxStarts how often a job may be started before it fails, or {@code null}
	 * for no limit
	 */
	public record Stalls(Duration interval, int maxCount, @Nullable Integer maxStarts) {

	}

	/**
	 * A rate limit.
	 *
	 * @param max how many jobs may start
	 * @param duration in this time
	 */
	public record Limit(int max, Duration duration) {

	}

	/**
	 * What is kept of finished jobs.
	 *
	 * @param onComplete of completed ones, or {@code null} for all
	 * @param onFail of failed ones, or {@code null} for all
	 */
	public record Kept(@Nullable JobRetention onComplete, @Nullable JobRetention onFail) {

	}

}
