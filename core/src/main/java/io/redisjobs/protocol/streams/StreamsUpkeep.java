package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.redisjobs.protocol.MaintenanceReport;
import io.redisjobs.redis.Bytes;
import io.redisjobs.redis.Reply;

/**
 * Takes entries back from dead workers, trims streams and removes forgotten consumers.
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

	private final StreamBinding binding;

	private final StreamsScripts scripts;

	private final AbandonedEntries abandoned;

	private final ReentrantLock lock = new ReentrantLock();

	private String cursor = START;

	private Instant lastTrim = Instant.MIN;

	StreamsUpkeep(StreamBinding binding, StreamsScripts scripts) {
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
		prepare();
		if (this.binding.settings().oncePerJobId()) {
			// only workers of ours know how far the run of a job id has come
			return alone(limit, this.binding.lease(), () -> recover(limit, Duration.ZERO));
		}
		return alone(limit, this.binding.settings().abandonedAfter(), () -> this.abandoned.recover(limit));
	}

	/** Creates the group where it is missing. */
	void prepare() {
		this.scripts.run("createGroup", List.of(this.binding.keys().stream()), List.of(this.binding.groupBytes()));
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
			return new MaintenanceReport(0, done.recovered(), done.dead(), removed, false, next);
		}
		finally {
			this.lock.unlock();
		}
	}

	private Recovery recover(int limit, Duration attendedFor) {
		StreamsKeys keys = this.binding.keys();
		Reply reply = this.scripts.run("recover", List.of(keys.stream(), keys.retries(), keys.attended()),
				List.of(this.binding.groupBytes(), Bytes.of(StreamBinding.HOLDER),
						Bytes.of(this.binding.lease().toMillis()), Bytes.of(this.cursor), Bytes.of(limit),
						Bytes.of(attendedFor.toMillis())));
		this.cursor = reply.text(0);
		return new Recovery((int) reply.number(1), 0, START.equals(this.cursor));
	}

	private int trimIfDue(int limit) {
		Instant now = this.binding.clock().instant();
		// a last time in the future says that the clock was set back
		if (!now.isBefore(this.lastTrim) && this.lastTrim.isAfter(now.minus(TRIM_EVERY))) {
			return 0;
		}
		this.lastTrim = now;
		int most = Math.max(limit, LEAST_TRIMMED);
		int removed = trim(this.binding.keys().stream(), this.binding.retention(), most, this.binding.group());
		if (this.binding.settings().failuresTo() == null) {
			removed += trim(this.binding.keys().dead(), DEAD_RETENTION, most, "");
		}
		this.scripts.run("removeConsumers", List.of(this.binding.keys().stream()), List.of(this.binding.groupBytes(),
				Bytes.of(this.binding.settings().consumerIdle().toMillis()), Bytes.of(""), Bytes.of(limit)));
		return removed;
	}

	private int trim(byte[] stream, Duration retention, int limit, String group) {
		return (int) this.scripts
			.run("trim", List.of(stream), List.of(Bytes.of(retention.toMillis()), Bytes.of(limit), Bytes.of(group)))
			.number(0);
	}

	/** Takes this worker's name off the list, unless it still holds something. */
	void leave() {
		this.scripts.run("removeConsumers", List.of(this.binding.keys().stream()),
				List.of(this.binding.groupBytes(), Bytes.of(0), this.binding.consumerBytes(), Bytes.of(1)));
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
	 * @param dead how many were given up
	 * @param through whether all were looked at
	 */
	record Recovery(int recovered, int dead, boolean through) {

	}

}
