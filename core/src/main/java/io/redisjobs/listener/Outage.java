package io.redisjobs.listener;

import java.time.Duration;
import java.util.function.BiConsumer;

import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Printable;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells the story of an outage once: when a kind of call begins to fail and when it works
 * again. The same story that comes back within a minute is not told again.
 */
final class Outage {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

	private static final Duration OLD_NEWS = Duration.ofMinutes(1);

	private static final int DEEPEST = 20;

	private final String queue;

	private final BiConsumer<ContainerState, @Nullable Throwable> listener;

	private volatile int failures;

	private boolean told;

	private String lastStory = "";

	private long lastTold;

	Outage(String queue) {
		this(queue, (state, reason) -> {
		});
	}

	/**
	 * Creates the story of a queue.
	 * @param queue the queue's name
	 * @param listener told of beginning and end while others wait; must not block
	 */
	Outage(String queue, BiConsumer<ContainerState, @Nullable Throwable> listener) {
		this.queue = queue;
		this.listener = listener;
	}

	/** Notes a failed call; answers how long to wait before the next. */
	synchronized Duration seen(String attempted, Throwable error) {
		this.failures++;
		tell(root(error), attempted, error);
		if (this.failures == 1) {
			this.listener.accept(ContainerState.DISCONNECTED, error);
		}
		long millis = FIRST_PAUSE.toMillis() << Math.min(this.failures - 1, 10);
		return Duration.ofMillis(Math.min(millis, LONGEST_PAUSE.toMillis()));
	}

	private void tell(String story, String attempted, Throwable error) {
		long now = System.nanoTime();
		boolean news = !story.equals(this.lastStory)
				|| (this.failures == 1 && now - this.lastTold > OLD_NEWS.toNanos());
		if (news) {
			this.told = true;
			this.lastStory = story;
			this.lastTold = now;
			logger.warn(
					"Queue '" + this.queue + "': cannot " + attempted + "; trying again until it can (" + story + ")");
		}
		logger.debug("Queue '" + this.queue + "': a call failed", error);
	}

	/** Notes a call that went well. */
	void over() {
		if (this.failures > 0) {
			end();
		}
	}

	private synchronized void end() {
		if (this.failures == 0) {
			return;
		}
		if (this.told) {
			logger.info("Queue '" + this.queue + "': goes on after " + this.failures + " failed calls");
		}
		this.told = false;
		this.failures = 0;
		this.listener.accept(ContainerState.RUNNING, null);
	}

	boolean ongoing() {
		return this.failures > 0;
	}

	private static String root(Throwable error) {
		Throwable cause = error;
		for (int depth = 0; cause.getCause() != null && depth < DEEPEST; depth++) {
			cause = cause.getCause();
		}
		return Printable.of(ErrorText.describe(cause));
	}

}
