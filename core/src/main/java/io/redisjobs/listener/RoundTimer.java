package io.redisjobs.listener;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Begins the rounds of many tasks on as few threads as that takes: one waits for what is
 * due next, and there is another for each round that is under way, so that one that hangs
 * holds up no other.
 */
final class RoundTimer {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final Duration AFTER_ERROR = Duration.ofSeconds(1);

	/** How long a thread is kept for the next round. */
	private static final Duration KEPT = Duration.ofSeconds(5);

	/**
	 * With so many rounds under way that do not hang the next waits a moment for one of
	 * them to end.
	 */
	private static final int FEW = 2;

	/** A round that takes longer hangs, and is not waited for. */
	private static final Duration LONGEST_ROUND = Duration.ofMillis(20);

	private final String name;

	private final boolean daemon;

	private final Executor workers;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	/** How many rounds are under way. */
	private int underWay;

	/** How many of them have hung when somebody last waited for them. */
	private int hanging;

	private final Set<RepeatingTask> tasks = new LinkedHashSet<>();

	private @Nullable Thread thread;

	private RoundTimer(String name, boolean daemon, Executor workers) {
		this.name = name;
		this.daemon = daemon;
		this.workers = workers;
	}

	/**
	 * A timer for many tasks, while which there are the application does not end.
	 * @param name the name of its threads
	 */
	static RoundTimer forMany(String name) {
		return new RoundTimer(name, false, new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEPT.toMillis(),
				TimeUnit.MILLISECONDS, new SynchronousQueue<>(), (work) -> worker(name, work)));
	}

	private static Thread worker(String name, Runnable work) {
		Thread worker = new Thread(work, name);
		worker.setDaemon(true);
		return worker;
	}

	/**
	 * A timer for a single task, on a single thread that lets the application end.
	 * @param name the name of its thread
	 */
	static RoundTimer forOne(String name) {
		return new RoundTimer(name, true, Runnable::run);
	}

	void start(RepeatingTask task) {
		this.lock.lock();
		try {
			if (!this.tasks.add(task)) {
				return;
			}
			task.next(System.nanoTime());
			if (this.thread == null) {
				begin(task);
			}
			this.changed.signal();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void begin(RepeatingTask first) {
		Thread starting = new Thread(this::run, this.name);
		starting.setDaemon(this.daemon);
		try {
			starting.start();
			this.thread = starting;
		}
		catch (Throwable ex) {
			this.tasks.remove(first);
			throw ex;
		}
	}

	void bringForward(RepeatingTask task, long at) {
		this.lock.lock();
		try {
			if (at - task.next() < 0) {
				task.next(at);
				this.changed.signal();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	void stop(RepeatingTask task) {
		this.lock.lock();
		try {
			this.tasks.remove(task);
			this.changed.signal();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void run() {
		for (RepeatingTask due = awaitDue(); due != null; due = awaitDue()) {
			dispatch(due);
		}
	}

	/** Waits for a task that is due, and answers nothing when there are no tasks. */
	private @Nullable RepeatingTask awaitDue() {
		this.lock.lock();
		try {
			while (!this.tasks.isEmpty()) {
				RepeatingTask first = first();
				long left = (first != null) ? first.next() - System.nanoTime() : Long.MAX_VALUE;
				if (first == null || left > 0) {
					await(left);
				}
				else if (isCrowded()) {
					awaitWorker();
				}
				else {
					first.underWay(true);
					this.underWay++;
					// a round is asked for anew while one is under way
					first.next(System.nanoTime() + Long.MAX_VALUE / 2);
					return first;
				}
			}
			this.thread = null;
			return null;
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable RepeatingTask first() {
		RepeatingTask first = null;
		for (RepeatingTask task : this.tasks) {
			if (!task.isUnderWay() && (first == null || task.next() - first.next() < 0)) {
				first = task;
			}
		}
		return first;
	}

	// where many hang, it must not take long to find out that all of them do
	private boolean isCrowded() {
		return this.underWay >= FEW + 2 * this.hanging;
	}

	// rounds are short, and many may be due in the same moment
	private void awaitWorker() {
		long deadline = System.nanoTime() + LONGEST_ROUND.toNanos();
		long left = LONGEST_ROUND.toNanos();
		while (isCrowded() && left > 0) {
			await(left);
			left = deadline - System.nanoTime();
		}
		if (isCrowded()) {
			this.hanging = this.underWay;
		}
	}

	private void await(long nanos) {
		try {
			this.changed.awaitNanos(nanos);
		}
		catch (InterruptedException ex) {
			// nobody has a reason to interrupt it; it ends when there are no tasks
		}
	}

	private void dispatch(RepeatingTask task) {
		try {
			this.workers.execute(() -> perform(task));
		}
		catch (Throwable ex) {
			// a system without threads to give answers with an Error
			log(task, ex);
			ended(task, AFTER_ERROR);
		}
	}

	private void perform(RepeatingTask task) {
		Thread thread = Thread.currentThread();
		Duration pause = AFTER_ERROR;
		try {
			thread.setName(task.name());
			pause = task.round();
		}
		catch (Throwable ex) {
			log(task, ex);
		}
		finally {
			thread.setName(this.name);
			ended(task, pause);
		}
	}

	private void ended(RepeatingTask task, Duration pause) {
		this.lock.lock();
		try {
			task.underWay(false);
			this.underWay--;
			this.hanging = Math.min(this.hanging, this.underWay);
			task.runWithin(pause);
			this.changed.signal();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void log(RepeatingTask task, Throwable error) {
		try {
			logger.error("'" + task.name() + "': a round failed; the next one follows in a second", error);
		}
		catch (Throwable ex) {
			// out of memory for a line of text: the next round matters more
		}
	}

}
