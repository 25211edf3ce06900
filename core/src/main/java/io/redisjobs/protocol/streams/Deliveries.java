package io.redisjobs.protocol.streams;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

import io.redisjobs.protocol.Delays;
import io.redisjobs.redis.ErrorReply;
import io.redisjobs.redis.Reply;
import org.jspecify.annotations.Nullable;

/**
 * What was delivered to this consumer as far as it is known here. While no read is under
 * way, what Redis has delivered beyond it was in a reply that was lost.
 */
final class Deliveries {

	/** Reads that do not wait for entries take some milliseconds. */
	private static final long READS_END_MILLIS = 50;

	private final ReentrantReadWriteLock reads = new ReentrantReadWriteLock();

	private final AtomicInteger waits = new AtomicInteger();

	/** Entry ids, and when there was the last sign of their runs. */
	private final Map<String, Long> known = new ConcurrentHashMap<>();

	private final long lease;

	private volatile long swept = System.nanoTime();

	/** Where what is missing may begin; {@code null} if nothing is missing. */
	private volatile @Nullable String missingAfter;

	Deliveries(Duration lease) {
		this.lease = Delays.bounded(lease).toNanos();
	}

	/** Reads, and makes known what was delivered before it returns. */
	<T> T read(Supplier<T> read) {
		this.reads.readLock().lock();
		try {
			return read.get();
		}
		finally {
			this.reads.readLock().unlock();
		}
	}

	/** Like {@link #read}, for a read that may wait for entries. */
	<T> T await(Supplier<T> read) {
		this.waits.incrementAndGet();
		try {
			return read(read);
		}
		finally {
			this.waits.decrementAndGet();
		}
	}

	/**
	 * Does something while no read is under way, and keeps others from starting.
	 * @param otherwise the answer if there are reads that do not end soon
	 */
	<T> T alone(Supplier<T> work, T otherwise) {
		if (this.waits.get() > 0 || !lockSoon()) {
			return otherwise;
		}
		try {
			return work.get();
		}
		finally {
			this.reads.writeLock().unlock();
		}
	}

	private boolean lockSoon() {
		try {
			return this.reads.writeLock().tryLock(READS_END_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/** Notes that a read has failed, which may have delivered something. */
	void failed(Throwable error) {
		if (!ErrorReply.isIn(error)) {
			this.missingAfter = EntryPage.START;
		}
	}

	@Nullable String missingAfter() {
		return this.missingAfter;
	}

	/** Notes how far what is missing was looked for, {@code null} for to the end. */
	void searched(@Nullable String to) {
		this.missingAfter = to;
	}

	/** Whether everything that was delivered is known. */
	boolean complete() {
		return this.missingAfter == null;
	}

	/** Makes entries of a reply known, flat: id, delivery count, payload. */
	void know(Reply flat) {
		Long now = System.nanoTime();
		for (int i = 0; i < flat.size(); i += 3) {
			this.known.put(flat.text(i), now);
		}
		sweep(now);
	}

	void know(List<StreamsJob> jobs) {
		Long now = System.nanoTime();
		jobs.forEach((job) -> this.known.put(job.entryId(), now));
		sweep(now);
	}

	boolean knows(String entryId) {
		return this.known.containsKey(entryId);
	}

	/** Forgets an entry that is not the consumer's first delivery any more. */
	void ended(StreamsJob job) {
		this.known.remove(job.entryId());
	}

	// runs that nobody has ended or extended have lost their lease
	private void sweep(long now) {
		if (now - this.swept > this.lease) {
			this.swept = now;
			this.known.values().removeIf((seen) -> (now - seen) / 2 > this.lease);
		}
	}

}
