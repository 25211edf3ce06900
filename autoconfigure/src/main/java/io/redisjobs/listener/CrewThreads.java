package io.redisjobs.listener;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The threads of a crew: hired when there is work for them, at rest when there is none.
 * The crew's lock guards it.
 */
final class CrewThreads {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private final String queue;

	private final Executor executor;

	private final int most;

	private final Runnable work;

	private final Condition changed;

	private int members;

	private int idle;

	private boolean waking;

	private boolean refusalTold;

	CrewThreads(String queue, Executor executor, int most, Runnable work, Condition changed) {
		this.queue = queue;
		this.executor = executor;
		this.most = most;
		this.work = work;
		this.changed = changed;
	}

	void hire() {
		if (this.members < this.most) {
			this.members++;
			try {
				this.executor.execute(this.work);
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) {
				// the latter is what a system without threads to give answers with
				this.members--;
				if (this.members == 0) {
					throw ex;
				}
				tellOfRefusal(ex);
			}
		}
	}

	/** Notes that the calling thread goes. */
	void leave() {
		this.members--;
		wakeAll();
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

	/** Whether there is a thread that could be woken, or hired. */
	boolean canHelp() {
		return this.idle > 0 || (this.members < this.most && !this.refusalTold);
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
	}

	private void tellOfRefusal(Throwable refusal) {
		if (!this.refusalTold) {
			this.refusalTold = true;
			logger.warn("Queue '" + this.queue + "': its executor gives it " + this.members
					+ " threads for a concurrency of " + this.most
					+ "; fewer jobs run at a time. Give the executor more threads, or lower the concurrency. ("
					+ refusal.getMessage() + ")");
		}
	}

}
