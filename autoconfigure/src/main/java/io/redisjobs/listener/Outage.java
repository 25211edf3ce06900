package io.redisjobs.listener;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells the story of an outage once: when a kind of call begins to fail and when it works
 * again.
 */
final class Outage {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

	private final String queue;

	private final BiConsumer<ContainerState, @Nullable Throwable> listener;

	private final AtomicInteger failures = new AtomicInteger();

	private volatile String lastMessage = "";

	Outage(String queue) {
		this(queue, (state, reason) -> {
		});
	}

	Outage(String queue, BiConsumer<ContainerState, @Nullable Throwable> listener) {
		this.queue = queue;
		this.listener = listener;
	}

	/** Notes a failed call; answers how long to wait before the next. */
	Duration seen(String attempted, RuntimeException error) {
		int count = this.failures.incrementAndGet();
		String message = String.valueOf(error.getMessage());
		if (count == 1 || !message.equals(this.lastMessage)) {
			this.lastMessage = message;
			logger.warn("Queue '" + this.queue + "': cannot " + attempted + "; trying again until it can ("
					+ root(error) + ")");
			logger.debug("The failed call", error);
			this.listener.accept(ContainerState.DISCONNECTED, error);
		}
		long millis = FIRST_PAUSE.toMillis() << Math.min(count - 1, 10);
		return Duration.ofMillis(Math.min(millis, LONGEST_PAUSE.toMillis()));
	}

	/** Notes a call that went well. */
	void over() {
		int count = (this.failures.get() > 0) ? this.failures.getAndSet(0) : 0;
		if (count > 0) {
			this.lastMessage = "";
			logger.info("Queue '" + this.queue + "': goes on after " + count + " failed calls");
			this.listener.accept(ContainerState.RUNNING, null);
		}
	}

	boolean ongoing() {
		return this.failures.get() > 0;
	}

	private static String root(Throwable error) {
		Throwable cause = error;
		while (cause.getCause() != null) {
			cause = cause.getCause();
		}
		return cause.getClass().getSimpleName() + ": " + cause.getMessage();
	}

}
