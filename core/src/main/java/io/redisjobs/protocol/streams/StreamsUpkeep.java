package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.redis.TimeLimit;

/**
 * Takes entries back from lost workers, trims streams and removes forgotten consumers.
 */
final class StreamsUpkeep {

	private static final Duration TRIM_EVERY = Duration.ofMinutes(1);

	private static final Duration DEAD_RETENTION = Duration.ofDays(30);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

	private static final String START = "0-0";

	/** Several times as long as the longest pause. */
	private static final Duration ATTENDED_FOR = Duration.ofMinutes(1);

	private static final int LEAST_TRIMMED = 10_000;

	/** How long a server that may hang has to take the sign-off. */
	private static final Duration FAREWELL = Duration.ofSeconds(1);

	private final StreamsBinding binding;

	private final StreamsScripts scripts;

	private final AbandonedEntries abandoned;

	private final ReentrantLock lock = new ReentrantLock();

	private String cursor = START;

	private Instant lastTrim = Instant.MIN;

	StreamsUpkeep(StreamsBinding binding, StreamsScripts scripts) {
		this.binding = binding;
		this.scripts = scripts;
		this.abandoned = new AbandonedEntries(binding, scripts);
	}

	/** The upkeep of a stream that workers of ours read. */
	MaintenanceReport maintain(int limit) {
		return alone(limit, this.binding.lease(), () -> recover(limit, ATTENDED_FOR));
	}

	/** The upkeep of a stream that only others may read. */
	MaintenanceReport maintainForOthers(int limit) {
		this.scripts.createGroup();
		if (this.binding.settings().oncePerJobId()) {
			// only workers of ours know how far the run of a job id has come
			return alone(limit, this.binding.lease(), () -> recover(limit, Duration.ZERO));
		}
		return alone(limit, this.binding.settings().abandonedAfter(), () -> this.abandoned.recover(limit));
	}

	private MaintenanceReport alone(int limit, Duration lease, Supplier<Recovery> recovery) {
		if (!this.lock.tryLock()) {
			return MaintenanceReport.skipped(pause(lease));
		}
		try {
			// first, because it is what helps a server that is full and takes nothing
			int removed = trimIfDue(limit);
			Recovery done = recovery.get();
			Duration next = done.through() ? pause(lease) : Duration.ZERO;
			return new MaintenanceReport(0, done.recovered(), done.failed(), removed, false, next);
		}
		finally {
			this.lock.unlock();
		}
	}

	private Recovery recover(int limit, Duration attendedFor) {
		StreamsScripts.Recovered recovered = this.scripts.recover(this.cursor, limit, attendedFor);
		this.cursor = recovered.next();
		return new Recovery(recovered.count(), 0, START.equals(this.cursor));
	}

	private int trimIfDue(int limit) {
		Instant now = this.binding.clock().instant();
		// a last time in the future says that the clock was set back
		if (!now.isBefore(this.lastTrim) && this.lastTrim.isAfter(now.minus(TRIM_EVERY))) {
			return 0;
		}
		this.lastTrim = now;
		int most = Math.max(limit, LEAST_TRIMMED);
		int removed = this.scripts.trim(most);
		if (this.binding.settings().failuresTo() == null) {
			removed += this.scripts.trimDead(DEAD_RETENTION, most);
		}
		this.scripts.removeConsumers(limit);
		return removed;
	}

	/** Takes a generated name off the list, unless it still holds something. */
	void leave() {
		if (this.binding.settings().consumer() != null) {
			return;
		}
		try {
			TimeLimit.ask(FAREWELL, () -> {
				this.scripts.removeOwnConsumer();
				return true;
			});
		}
		catch (RuntimeException ex) {
			// Redis is away; another worker's upkeep removes the name later
		}
	}

	private static Duration pause(Duration lease) {
		Duration third = lease.dividedBy(3);
		if (third.compareTo(LONGEST_PAUSE) > 0) {
			return LONGEST_PAUSE;
		}
		return (third.compareTo(SHORTEST_PAUSE) < 0) ? SHORTEST_PAUSE : third;
	}

	/**
	 * What became of entries that had been lost.
	 *
	 * @param recovered how many are delivered again
	 * @param failed how many have failed for good
	 * @param through whether all were looked at
	 */
	record Recovery(int recovered, int failed, boolean through) {

	}

}
