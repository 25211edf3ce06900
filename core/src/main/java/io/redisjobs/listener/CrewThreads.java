package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a crew: hired when there is work for them, at rest when there is none.
 * The crew's lock guards it.
 */
final class CrewThreads {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	/** An executor that has not begun with a task by then makes it queue. */
	private static final Duration BEGINNING = Duration.ofSeconds(1);

	private static final Duration ASKING_AGAIN = Duration.ofSeconds(5);

	private final String queue;

	private final Hiring hiring;

	private final int most;

	private final Runnable work;

	private final Guard guard;

	/** What members rest on. */
	private final Condition changed;

	/** What others wait on; a signal for a member must not reach them. */
	private final Condition noticed;

	private int members;

	private int pending;

	private int idle;

	private boolean waking;

	/** How many there may be, by what the executor has answered so far. */
	private int ceiling;

	private boolean shortageTold;

	private @Nullable Throwable refusal;

	private long refusedAt;

	private long lastBegun = System.nanoTime();

	private long lastLeft = System.nanoTime();

	CrewThreads(String queue, Executor executor, int most, Runnable work, Guard guard) {
		this.queue = queue;
		this.hiring = new Hiring(queue, executor);
		this.most = most;
		this.ceiling = most;
		this.work = work;
		this.guard = guard;
		this.changed = guard.newCondition();
		this.noticed = guard.newCondition();
	}

	/**
	 * Hires the first thread, and gives it a moment to begin.
	 * @return whether it has begun
	 * @throws IllegalStateException if the executor refuses it
	 */
	boolean hireFirst() throws InterruptedException {
		if (this.pending == 0) {
			hire();
		}
		long remaining = BEGINNING.toNanos();
		while (this.members == 0 && this.pending > 0 && remaining > 0) {
			remaining = awaitChange(remaining);
		}
		if (this.members == 0 && this.pending == 0 && this.refusal != null) {
			throw new IllegalStateException("Queue '" + this.queue + "': its executor gives it no thread ("
					+ this.refusal + "). Give the executor more threads, or one without a limit.", this.refusal);
		}
		return this.members > 0;
	}

	private void hire() {
		if (this.members + this.pending < this.ceiling) {
			ask();
		}
	}

	private void ask() {
		if (this.pending == 0) {
			this.lastBegun = System.nanoTime();
		}
		this.pending++;
		this.hiring.hire(this::serve, this::refused);
	}

	private void serve() {
		this.guard.run(() -> {
			this.pending--;
			this.members++;
			this.lastBegun = System.nanoTime();
			this.ceiling = Math.max(this.ceiling, this.members);
			wakeAll();
		});
		try {
			this.work.run();
		}
		finally {
			this.guard.run(() -> {
				this.members--;
				this.lastLeft = System.nanoTime();
				wakeAll();
			});
		}
	}

	private void refused(Throwable reason) {
		this.guard.run(() -> {
			this.pending--;
			this.refusal = reason;
			this.refusedAt = System.nanoTime();
			this.ceiling = this.members + this.pending;
			wakeAll();
			tellOfShortage(reason.toString());
		});
	}

	/**
	 * Replaces threads that were lost, and asks an executor again that refused some time
	 * ago.
	 */
	void hireMissing() {
		boolean lost = this.members == 0 && this.refusal == null;
		boolean forgiven = this.refusal != null && System.nanoTime() - this.refusedAt > ASKING_AGAIN.toNanos();
		if (this.pending == 0 && (lost || (forgiven && this.members < this.most))) {
			ask();
		}
		if (isQueueing()) {
			tellOfShortage("its other tasks keep " + this.pending + " more waiting");
		}
	}

	/** How many jobs can run at a time, by the threads there are and those to be had. */
	int limit() {
		return isQueueing() ? this.members : this.ceiling;
	}

	private boolean isQueueing() {
		return this.pending > 0 && System.nanoTime() - this.lastBegun > BEGINNING.toNanos();
	}

	/** What should have happened long ago, if anything. */
	@Nullable String neglected(Duration patience) {
		Duration missing = Duration.ofNanos(System.nanoTime() - this.lastLeft);
		return (this.members == 0 && missing.compareTo(patience) > 0)
				? "its executor has given it no thread for " + missing.toSeconds() + " s" : null;
	}

	/** Puts the calling thread to rest, for so long or until it is woken. */
	void rest(long nanos) throws InterruptedException {
		this.idle++;
		try {
			if (nanos > 0) {
				this.changed.awaitNanos(nanos);
			}
			else {
				this.changed.await();
			}
		}
		finally {
			this.idle--;
			this.waking = false;
		}
	}

	/**
	 * Lets a thread that is no member wait for a change, for so long at most; answers
	 * what is left of the time.
	 */
	long awaitChange(long nanos) throws InterruptedException {
		return this.noticed.awaitNanos(nanos);
	}

	/** Whether there is a thread that could be woken, or hired. */
	boolean canHelp() {
		return this.idle > 0 || this.members < limit();
	}

	/** Wakes one thread more, unless one is waking up already. */
	void wakeOne() {
		if (this.idle == 0) {
			hire();
		}
		else if (!this.waking) {
			this.waking = true;
			this.changed.signal();
		}
	}

	/** Wakes a thread for each of so many jobs. */
	void wakeFor(int jobs) {
		int missing = jobs - this.idle;
		for (int i = Math.min(this.idle, jobs); i > 0; i--) {
			this.changed.signal();
		}
		for (int i = 0; i < missing; i++) {
			hire();
		}
	}

	void wakeAll() {
		this.changed.signalAll();
		this.noticed.signalAll();
	}

	private void tellOfShortage(String reason) {
		if (!this.shortageTold) {
			this.shortageTold = true;
			logger.warn("Queue '" + this.queue + "': its executor gives it " + this.members
					+ " threads for a concurrency of " + this.most
					+ "; fewer jobs run at a time. Give the executor more threads, or lower the concurrency. (" + reason
					+ ")");
		}
	}

}
