package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a loop: requested when there is work for them, idle when there is none.
 * The loop's lock guards it.
 */
final class LoopThreads {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	/** An executor that has not begun with a task by then lets it wait. */
	private static final Duration BEGINNING = Duration.ofSeconds(1);

	/** When an executor that has refused a thread is asked again. */
	private static final Duration AFTER_REFUSAL = Duration.ofSeconds(5);

	private final String queue;

	private final ThreadRequests requests;

	private final int concurrency;

	private final Runnable work;

	private final Runnable afterEnd;

	private final LoopLock lock;

	/** What idle threads wait for. */
	private final Condition workArrived;

	/** What others wait for; a signal for an idle thread must not reach them. */
	private final Condition progressMade;

	private int alive;

	private int requested;

	private int idle;

	private boolean waking;

	/** How many there can be, by what the executor has answered so far. */
	private int available;

	private boolean shortageLogged;

	private @Nullable Throwable refusal;

	private long refusedAt;

	private long lastBegun = System.nanoTime();

	private long lastEnded = System.nanoTime();

	/**
	 * Creates the threads.
	 * @param queue the queue's name
	 * @param executor gives the threads
	 * @param concurrency how many there are at most
	 * @param work what each of them does
	 * @param afterEnd done when one has ended, while the lock is held
	 * @param lock the loop's lock
	 */
	LoopThreads(String queue, Executor executor, int concurrency, Runnable work, Runnable afterEnd, LoopLock lock) {
		this.queue = queue;
		this.requests = new ThreadRequests(queue, executor);
		this.concurrency = concurrency;
		this.available = concurrency;
		this.work = work;
		this.afterEnd = afterEnd;
		this.lock = lock;
		this.workArrived = lock.newCondition();
		this.progressMade = lock.newCondition();
	}

	/**
	 * Requests the first thread, and gives it a moment to begin.
	 * @return whether it has begun
	 * @throws IllegalStateException if the executor refuses it
	 */
	boolean startFirst() throws InterruptedException {
		if (this.requested == 0) {
			requestOne();
		}
		long remaining = BEGINNING.toNanos();
		while (this.alive == 0 && this.requested > 0 && remaining > 0) {
			remaining = awaitProgress(remaining);
		}
		if (this.alive == 0 && this.requested == 0 && this.refusal != null) {
			throw new IllegalStateException(LogText.of(this.queue) + "its executor gives it no thread (" + this.refusal
					+ "). Give the executor more threads, or one without a limit.", this.refusal);
		}
		return this.alive > 0;
	}

	private void requestOne() {
		if (this.alive + this.requested < this.available) {
			request();
		}
	}

	private void request() {
		if (this.requested == 0) {
			this.lastBegun = System.nanoTime();
		}
		this.requested++;
		this.requests.request(this::live, this::refused);
	}

	private void live() {
		this.lock.run(() -> {
			this.requested--;
			this.alive++;
			this.lastBegun = System.nanoTime();
			this.available = Math.max(this.available, this.alive);
			wakeAll();
		});
		try {
			this.work.run();
		}
		finally {
			this.lock.run(() -> {
				this.alive--;
				this.lastEnded = System.nanoTime();
				wakeAll();
				this.afterEnd.run();
			});
		}
	}

	private void refused(Throwable reason) {
		this.lock.run(() -> {
			this.requested--;
			this.refusal = reason;
			this.refusedAt = System.nanoTime();
			this.available = this.alive + this.requested;
			wakeAll();
			logShortage(reason.toString());
		});
	}

	/**
	 * Replaces threads that were lost, and asks an executor again that refused some time
	 * ago.
	 */
	void requestMissing() {
		boolean lost = this.alive == 0 && this.refusal == null;
		boolean mayAskAgain = this.refusal != null && System.nanoTime() - this.refusedAt > AFTER_REFUSAL.toNanos();
		if (this.requested == 0 && (lost || (mayAskAgain && this.alive < this.concurrency))) {
			request();
		}
		if (isKeptWaiting()) {
			logShortage("its other tasks keep " + this.requested + " more waiting");
		}
	}

	/** Begins to expect a thread, after a time in which none was needed. */
	void expect() {
		this.lastEnded = System.nanoTime();
	}

	/** How many jobs can run at a time, by the threads there are and those to be had. */
	int limit() {
		return isKeptWaiting() ? this.alive : this.available;
	}

	private boolean isKeptWaiting() {
		return this.requested > 0 && System.nanoTime() - this.lastBegun > BEGINNING.toNanos();
	}

	/** What should have happened long ago, if anything. */
	@Nullable String overdue(Duration patience) {
		Duration missing = Duration.ofNanos(System.nanoTime() - this.lastEnded);
		return (this.alive == 0 && missing.compareTo(patience) > 0)
				? "its executor has given it no thread for " + missing.toSeconds() + " s" : null;
	}

	/**
	 * Lets the calling thread be idle until it is woken, or for so long; zero is without
	 * an end.
	 */
	void idle(long nanos) throws InterruptedException {
		this.idle++;
		try {
			if (nanos > 0) {
				this.workArrived.awaitNanos(nanos);
			}
			else {
				this.workArrived.await();
			}
		}
		finally {
			this.idle--;
			this.waking = false;
		}
	}

	/**
	 * Lets a thread that is none of these wait for a change, for so long at most; answers
	 * what is left of the time.
	 */
	long awaitProgress(long nanos) throws InterruptedException {
		return this.progressMade.awaitNanos(nanos);
	}

	/** Whether there is a thread that could be woken, or requested. */
	boolean canWakeOne() {
		return this.idle > 0 || this.alive < limit();
	}

	/** Wakes one thread more, unless one is waking up already. */
	void wakeOne() {
		if (this.idle == 0) {
			requestOne();
		}
		else if (!this.waking) {
			this.waking = true;
			this.workArrived.signal();
		}
	}

	/** Wakes a thread for each of so many jobs. */
	void wakeFor(int jobs) {
		int missing = jobs - this.idle;
		for (int i = Math.min(this.idle, jobs); i > 0; i--) {
			this.workArrived.signal();
		}
		for (int i = 0; i < missing; i++) {
			requestOne();
		}
	}

	void wakeAll() {
		this.workArrived.signalAll();
		this.progressMade.signalAll();
	}

	private void logShortage(String reason) {
		if (!this.shortageLogged) {
			this.shortageLogged = true;
			logger.warn(LogText.of(this.queue) + "its executor gives it " + this.alive
					+ " threads for a concurrency of " + this.concurrency
					+ "; fewer jobs run at a time. Give the executor more threads, or lower the concurrency. (" + reason
					+ ")");
		}
	}

}
