package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that does the same thing again and again. Whatever happens in one
 * round, there is a next one, and no other work can keep the thread from it.
 */
final class RepeatingThread {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final Duration AFTER_ERROR = Duration.ofSeconds(1);

	/** Leases may last longer than nanoseconds can be counted. */
	private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

	private final String name;

	private final Supplier<Duration> round;

	private final boolean daemon;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private @Nullable Thread thread;

	/** The latest moment of the next round; during a round only what others ask for. */
	private volatile long next = System.nanoTime();

	/**
	 * Creates the thread.
	 * @param name the thread's name
	 * @param round what is done; answers how long to pause afterwards
	 */
	RepeatingThread(String name, Supplier<Duration> round) {
		this(name, round, false);
	}

	/**
	 * Creates the thread.
	 * @param name the thread's name
	 * @param round what is done; answers how long to pause afterwards
	 * @param daemon whether the application may end while it runs
	 */
	RepeatingThread(String name, Supplier<Duration> round, boolean daemon) {
		this.name = name;
		this.round = round;
		this.daemon = daemon;
	}

	/** Begins with a first round at once; does nothing if it runs already. */
	void start() {
		this.lock.lock();
		try {
			if (this.thread == null) {
				Thread starting = new Thread(this::run, this.name);
				starting.setDaemon(this.daemon);
				this.thread = starting;
				try {
					starting.start();
				}
				catch (Throwable ex) {
					this.thread = null;
					throw ex;
				}
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Sees to it that the next round comes within a time. */
	void runWithin(Duration pause) {
		Duration bounded = (pause.compareTo(LONGEST_PAUSE) < 0) ? pause : LONGEST_PAUSE;
		long at = System.nanoTime() + bounded.toNanos();
		if (at - this.next < 0) {
			this.lock.lock();
			try {
				if (at - this.next < 0) {
					this.next = at;
					this.changed.signal();
				}
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	/** Begins no further round. */
	void stop() {
		this.lock.lock();
		try {
			this.thread = null;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void run() {
		while (mayGoOn()) {
			// a round is asked for anew while one is under way
			this.next = System.nanoTime() + Long.MAX_VALUE / 2;
			runWithin(doRound());
			awaitNext();
		}
	}

	private boolean mayGoOn() {
		this.lock.lock();
		try {
			return this.thread == Thread.currentThread();
		}
		finally {
			this.lock.unlock();
		}
	}

	private Duration doRound() {
		try {
			return this.round.get();
		}
		catch (Throwable ex) {
			log(ex);
			return AFTER_ERROR;
		}
	}

	private void log(Throwable error) {
		try {
			logger.error("Thread '" + this.name + "': a round failed; the next one follows in a second", error);
		}
		catch (Throwable ex) {
			// out of memory for a line of text: the next round matters more
		}
	}

	private void awaitNext() {
		this.lock.lock();
		try {
			long left = this.next - System.nanoTime();
			while (left > 0 && this.thread == Thread.currentThread()) {
				this.changed.awaitNanos(left);
				left = this.next - System.nanoTime();
			}
		}
		catch (InterruptedException ex) {
			// nobody has a reason to interrupt it; it ends when it is stopped
		}
		finally {
			this.lock.unlock();
		}
	}

}
