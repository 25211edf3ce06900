package io.redisjobs.autoconfigure;

import io.redisjobs.protocol.JobQueues;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Closes the queues when the application ends: after the containers, while Redis can
 * still be told that this worker is gone. A connection factory stops before beans are
 * destroyed.
 */
final class QueueShutdown implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

	/** Stops before the connection factories, which are in phase 0. */
	private static final int PHASE = 1;

	private final JobQueues queues;

	private final ApplicationContext context;

	private volatile boolean running;

	private volatile boolean closing;

	QueueShutdown(JobQueues queues, ApplicationContext context) {
		this.queues = queues;
		this.context = context;
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		// the end of a child context is told here as well
		if (event.getApplicationContext() == this.context) {
			this.closing = true;
		}
	}

	@Override
	public void start() {
		this.running = true;
	}

	/**
	 * Leaves queues open for a context that is only stopped, because it may be started
	 * again.
	 */
	@Override
	public void stop() {
		this.running = false;
		if (this.closing) {
			this.queues.close();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
