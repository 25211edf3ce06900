package io.redisjobs.listener;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** The lock that the parts of a loop share. */
final class LoopLock {

	private final ReentrantLock lock = new ReentrantLock();

	/** Does something while nobody else holds the lock. */
	void run(Runnable work) {
		this.lock.lock();
		try {
			work.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Reads something while nobody else holds the lock. */
	<T extends @Nullable Object> T get(Supplier<T> work) {
		return await(work::get);
	}

	/** Does something that may wait for a condition of the lock. */
	<T extends @Nullable Object, E extends Exception> T await(Waiting<T, E> work) throws E {
		this.lock.lock();
		try {
			return work.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	Condition newCondition() {
		return this.lock.newCondition();
	}

	/**
	 * Something that may wait.
	 *
	 * @param <T> what it answers
	 * @param <E> what may come between
	 */
	interface Waiting<T extends @Nullable Object, E extends Exception> {

		T get() throws E;

	}

}
