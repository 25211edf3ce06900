package io.redisjobs.listener;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

import io.redisjobs.protocol.CallProblem;
import io.redisjobs.protocol.ErrorText;
import io.redisjobs.protocol.Printable;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs an outage once for each of its causes: when calls begin to fail and when they work
 * again. One of the same cause that comes back within a minute is not logged again. What
 * no waiting can end is told as what it is, and ends the container.
 */
final class Outage {

	private static final Log logger = LogFactory.getLog(JobContainer.class);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

	private static final Duration LOGGED_AGAIN_AFTER = Duration.ofMinutes(1);

	private static final int DEEPEST = 20;

	/** Causes that follow each other in an outage; more of them say nothing new. */
	private static final int MOST_TOLD = 10;

	private final String queue;

	private final BiConsumer<ContainerState, @Nullable Throwable> listener;

	private final LongSupplier nanoTime;

	private volatile int failures;

	private boolean logged;

	/** What has been told, until an outage begins later than that. */
	private final Set<String> told = new HashSet<>();

	private long lastLogged;

	private boolean hopeless;

	Outage(String queue) {
		this(queue, (state, reason) -> {
		});
	}

	/**
	 * Creates the outages of a queue.
	 * @param queue the queue's name
	 * @param listener told of beginning and end while others wait, and that it has failed
	 * for good; must not block
	 */
	Outage(String queue, BiConsumer<ContainerState, @Nullable Throwable> listener) {
		this(queue, listener, System::nanoTime);
	}

	Outage(String queue, BiConsumer<ContainerState, @Nullable Throwable> listener, LongSupplier nanoTime) {
		this.queue = queue;
		this.listener = listener;
		this.nanoTime = nanoTime;
	}

	/** Notes that a call failed; answers how long to wait before the next. */
	synchronized Duration callFailed(String attempted, Throwable error) {
		this.failures++;
		CallProblem problem = CallProblem.of(error);
		if (problem != null && problem.kind() == CallProblem.Kind.MISFIT) {
			giveUp(problem, attempted, error);
			return LONGEST_PAUSE;
		}
		log(root(error), problem, attempted, error);
		if (this.failures == 1) {
			this.listener.accept(ContainerState.DISCONNECTED, error);
		}
		long millis = FIRST_PAUSE.toMillis() << Math.min(this.failures - 1, 10);
		return Duration.ofMillis(Math.min(millis, LONGEST_PAUSE.toMillis()));
	}

	private void giveUp(CallProblem problem, String attempted, Throwable error) {
		if (!this.hopeless) {
			this.hopeless = true;
			logger.error(LogText.of(this.queue) + "cannot " + attempted + ", and trying again does not help: "
					+ Printable.of(problem.description()) + ". " + problem.action(), error);
			this.listener.accept(ContainerState.FAILED, error);
		}
	}

	private void log(String cause, @Nullable CallProblem problem, String attempted, Throwable error) {
		long now = this.nanoTime.getAsLong();
		// one that begins soon after another and lasts is told of, too
		if (!this.logged && now - this.lastLogged > LOGGED_AGAIN_AFTER.toNanos()) {
			this.told.clear();
		}
		if (this.told.size() < MOST_TOLD && this.told.add(cause)) {
			this.logged = true;
			this.lastLogged = now;
			String said = LogText.of(this.queue) + "cannot " + attempted + "; trying again until it can (" + cause
					+ ")";
			if (problem != null) {
				logger.error(said + ". " + problem.sentences());
			}
			else {
				logger.warn(said);
			}
		}
		logger.debug(LogText.of(this.queue) + "a call failed", error);
	}

	/** Notes that a call succeeded. */
	void callSucceeded() {
		if (this.failures > 0) {
			end();
		}
	}

	private synchronized void end() {
		if (this.failures == 0 || this.hopeless) {
			return;
		}
		if (this.logged) {
			logger.info(LogText.of(this.queue) + "goes on after " + this.failures + " failed calls");
		}
		this.logged = false;
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
