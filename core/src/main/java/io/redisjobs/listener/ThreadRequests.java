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
final class ThreadRequests {

	private final Executor executor;

	private final ThreadPoolExecutor requester;

	ThreadRequests(String queue, Executor executor) {
		this.executor = executor;
		this.requester = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (request) -> {
			Thread thread = new Thread(request, "redis-jobs-thread-requests-" + queue);
			thread.setDaemon(true);
			return thread;
		});
		this.requester.allowCoreThreadTimeOut(true);
	}

	/**
	 * Asks for a thread without waiting for it.
	 * @param work what the thread is to do
	 * @param refused told if there is none to be had
	 */
	void request(Runnable work, Consumer<Throwable> refused) {
		try {
			this.requester.execute(() -> ask(work, refused));
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
		catch (Throwable ex) {
			// an Error is what a system without threads to give answers with
			refused.accept(ex);
			return;
		}
		if (ranHere.get()) {
			refused.accept(new RejectedExecutionException("It runs tasks on the thread that asks"));
		}
	}

}
