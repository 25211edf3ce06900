package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

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

	private static final int LEAST_TRIMMED = 10_000;

	private final StreamBinding binding;

	private final StreamsScripts scripts;

	private final ReentrantLock lock = new ReentrantLock();

	private String cursor = START;

	private Instant lastTrim = Instant.MIN;

	StreamsUpkeep(StreamBinding binding, StreamsScripts scripts) {
		this.binding = binding;
		this.scripts = scripts;
	}

	MaintenanceReport maintain(int limit) {
		if (!this.lock.tryLock()) {
			return MaintenanceReport.skipped(pause());
		}
		try {
			int recovered = recover(limit);
			int removed = trimIfDue(limit);
			Duration next = START.equals(this.cursor) ? pause() : Duration.ZERO;
			return new MaintenanceReport(0, recovered, 0, removed, false, next);
		}
		finally {
			this.lock.unlock();
		}
	}

	private int recover(int limit) {
		Reply reply = this.scripts.run("recover", List.of(this.binding.keys().stream(), this.binding.keys().retries()),
				List.of(this.binding.groupBytes(), Bytes.of(StreamBinding.HOLDER),
						Bytes.of(this.binding.lease().toMillis()), Bytes.of(this.cursor), Bytes.of(limit)));
		this.cursor = reply.text(0);
		return (int) reply.number(1);
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

	private Duration pause() {
		Duration third = this.binding.lease().dividedBy(3);
		if (third.compareTo(LONGEST_PAUSE) > 0) {
			return LONGEST_PAUSE;
		}
		return (third.compareTo(SHORTEST_PAUSE) < 0) ? SHORTEST_PAUSE : third;
	}

}
