package io.redisjobs.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.springframework.dao.QueryTimeoutException;

/**
 * Asks Redis on a thread of its own, for callers that must not wait as long as the driver
 * does.
 */
public final class TimeLimit {

	private TimeLimit() {
	}

	/** Starts asking. */
	public static <T> CompletableFuture<T> start(Supplier<T> question) {
		return start(question, (late) -> {
		});
	}

	/**
	 * Starts asking.
	 * @param unwanted takes an answer that comes after the question was cancelled
	 */
	static <T> CompletableFuture<T> start(Supplier<T> question, Consumer<T> unwanted) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				T found = question.get();
				if (!answer.complete(found)) {
					unwanted.accept(found);
				}
			}
			catch (Throwable ex) {
				answer.completeExceptionally(ex);
			}
		}, "redis-jobs-question");
		thread.setDaemon(true);
		thread.start();
		return answer;
	}

	/**
	 * Asks, and waits no longer than the limit.
	 * @throws QueryTimeoutException if there is no answer by then, or the thread is
	 * interrupted
	 */
	public static <T> T ask(Duration limit, Supplier<T> question) {
		return await(limit, start(question));
	}

	/**
	 * Waits for an answer no longer than the limit.
	 * @throws QueryTimeoutException if there is none by then, or the thread is
	 * interrupted
	 */
	public static <T> T await(Duration limit, CompletableFuture<T> answer) {
		try {
			return answer.get(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			throw new QueryTimeoutException(
					"No answer from Redis within " + TimeUnit.MILLISECONDS.convert(limit) + " ms");
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : new IllegalStateException(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new QueryTimeoutException("Interrupted while waiting for Redis", ex);
		}
	}

}
