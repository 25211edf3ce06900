package io.redisjobs.protocol;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** The queues of an application, each opened when first asked for and closed together. */
public final class JobQueues implements AutoCloseable {

	private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

	private final Function<String, OpenQueue> opener;

	private final Map<String, OpenQueue> open = new ConcurrentHashMap<>();

	/**
	 * Creates the queues.
	 * @param opener opens a queue by its name; throws
	 * {@link io.redisjobs.UnknownQueueException} or
	 * {@link io.redisjobs.InvalidQueueException}
	 */
	public JobQueues(Function<String, OpenQueue> opener) {
		this.opener = opener;
	}

	/**
	 * The queue of a name, opened if it is not open yet; Redis is not touched.
	 * @throws io.redisjobs.UnknownQueueException if there is no such queue
	 * @throws io.redisjobs.InvalidQueueException if its contract does not allow its name
	 * or settings
	 */
	public OpenQueue get(String name) {
		OpenQueue queue = this.open.get(name);
		return (queue != null) ? queue : this.open.computeIfAbsent(name, this.opener);
	}

	/** The queues opened so far. */
	public Collection<OpenQueue> opened() {
		return List.copyOf(this.open.values());
	}

	/**
	 * Closes all queues at once, so that a Redis that does not answer is waited for once,
	 * and not for each queue.
	 */
	@Override
	public void close() {
		CompletableFuture<?>[] closing = opened().stream().map(JobQueues::close).toArray(CompletableFuture[]::new);
		this.open.clear();
		try {
			CompletableFuture.allOf(closing).get(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			// the others go on, and end with the application
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : new IllegalStateException(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static CompletableFuture<?> close(OpenQueue queue) {
		CompletableFuture<Boolean> closed = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				queue.queue().close();
				closed.complete(true);
			}
			catch (Throwable ex) {
				closed.completeExceptionally(ex);
			}
		}, "redis-jobs-close-" + queue.name());
		thread.setDaemon(true);
		thread.start();
		return closed;
	}

}
