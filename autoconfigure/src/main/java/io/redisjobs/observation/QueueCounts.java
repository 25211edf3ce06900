package io.redisjobs.observation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import io.redisjobs.JobState;
import io.redisjobs.protocol.JobQueue;
import io.redisjobs.protocol.QueueSnapshot;
import io.redisjobs.redis.TimeLimit;
import org.jspecify.annotations.Nullable;

/** A queue's counts, read from Redis no more often than every few seconds. */
final class QueueCounts {

	private final JobQueue queue;

	private final Duration freshness;

	private final Clock clock;

	private final ReentrantLock reading = new ReentrantLock();

	private @Nullable CompletableFuture<QueueSnapshot> pending;

	private volatile Reading latest = new Reading(null, Instant.MIN);

	QueueCounts(JobQueue queue, Duration freshness, Clock clock) {
		this.queue = queue;
		this.freshness = freshness;
		this.clock = clock;
	}

	/** The sum of the states that the contract counts; not a number if it counts none. */
	double count(JobState... states) {
		QueueSnapshot snapshot = snapshot();
		double sum = Double.NaN;
		if (snapshot != null) {
			for (JobState state : states) {
				Long count = snapshot.counts().get(state);
				if (count != null) {
					sum = Double.isNaN(sum) ? count : sum + count;
				}
			}
		}
		return sum;
	}

	private @Nullable QueueSnapshot snapshot() {
		// one reader asks Redis; others take what there is meanwhile
		if (!this.clock.instant().isBefore(this.latest.until()) && this.reading.tryLock()) {
			try {
				if (!this.clock.instant().isBefore(this.latest.until())) {
					QueueSnapshot snapshot = inspect();
					this.latest = new Reading(snapshot, this.clock.instant().plus(this.freshness));
				}
			}
			finally {
				this.reading.unlock();
			}
		}
		return this.latest.snapshot();
	}

	// A question that Redis has not answered in time is waited for again, not repeated.
	private @Nullable QueueSnapshot inspect() {
		CompletableFuture<QueueSnapshot> question = this.pending;
		if (question == null) {
			question = TimeLimit.start(this.queue::inspect);
			this.pending = question;
		}
		try {
			return TimeLimit.await(this.freshness, question);
		}
		catch (RuntimeException ex) {
			// the containers and the health indicator tell that Redis does not answer
			return null;
		}
		finally {
			if (question.isDone()) {
				this.pending = null;
			}
		}
	}

	private record Reading(@Nullable QueueSnapshot snapshot, Instant until) {

	}

}
