package io.redisjobs.listener;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Asks the application's executor for threads, on a thread of its own: an executor may
 * block, refuse, or run a task right where it was asked to.
 */
final class Hiring {

	private final Executor executor;

	private final ThreadPoolExecutor asking;

	Hiring(String queue, Executor executor) {
		this.executor = executor;
		this.asking = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (work) -> {
			Thread thread = new Thread(work, "redis-jobs-hiring-" + queue);
			thread.setDaemon(true);
			return thread;
		});
		this.asking.allowCoreThreadTimeOut(true);
	}

	/**
	 * Asks for a thread without waiting for it.
	 * @param work what the thread is for
	 * @param refused told if there is none to be had
	 */
	void hire(Runnable work, Consumer<Throwable> refused) {
		try {
			this.asking.execute(() -> ask(work, refused));
		}
		catch (RuntimeException | Error ex) {
			refused.accept(ex);
		}
	}

	private void ask(Runnable work, Consumer<Throwable> refused) {
		Thread here = Thread.currentThread();
		AtomicBoolean ranHere = new AtomicBoolean();
		try {
			this.executor.execute(() -> {
				if (Thread.currentThread() == here) {
					ranHere.set(true);
				}
				else {
					work.run();
				}
			});
		}
		catch (RuntimeException | Error ex) {
			// an Error is what a system without threads to give answers with
			refused.accept(ex);
			return;
		}
		if (ranHere.get()) {
			refused.accept(new RejectedExecutionException("It runs tasks on the thread that asks"));
		}
	}

}
