package io.redisjobs.event;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.redisjobs.JobContext;
import io.redisjobs.listener.ContainerState;
import io.redisjobs.listener.JobMonitor;
import io.redisjobs.protocol.Settlement;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;

/** Publishes what the containers tell as application events. */
public final class JobEventPublisher implements JobMonitor {

	private final ApplicationEventPublisher events;

	private final Map<String, ContainerState> states = new ConcurrentHashMap<>();

	public JobEventPublisher(ApplicationEventPublisher events) {
		this.events = events;
	}

	@Override
	public void started(JobContext job) {
		this.events.publishEvent(new JobStartedEvent(job));
	}

	@Override
	public void completed(JobContext job, @Nullable Object result, Duration duration) {
		this.events.publishEvent(new JobCompletedEvent(job, result, duration));
	}

	@Override
	public void failed(JobContext job, Throwable error, Settlement settlement, Duration duration) {
		switch (settlement.outcome()) {
			case RETRYING, RELEASED, HANDED_BACK ->
				this.events.publishEvent(new JobRetryEvent(job, error, duration, settlement.at()));
			case LEASE_LOST, GONE -> {
				// told as a lost lease
			}
			default -> this.events.publishEvent(new JobFailedEvent(job, error, duration));
		}
	}

	@Override
	public void leaseLost(JobContext job) {
		this.events.publishEvent(new LeaseLostEvent(job));
	}

	@Override
	public void containerChanged(String queue, ContainerState state, @Nullable Throwable reason) {
		ContainerState before = this.states.put(queue, state);
		ContainerEvent event = switch (state) {
			case RUNNING -> running(queue, before);
			case DISCONNECTED ->
				(before != ContainerState.DISCONNECTED) ? new ContainerDisconnectedEvent(queue, reason) : null;
			case UNRESPONSIVE -> new ContainerUnresponsiveEvent(queue, reason);
			case FAILED -> new ContainerFailedEvent(queue, reason);
			case STOPPED -> new ContainerStoppedEvent(queue);
			case STOPPING -> null;
		};
		if (event != null) {
			this.events.publishEvent(event);
		}
	}

	private static @Nullable ContainerEvent running(String queue, @Nullable ContainerState before) {
		if (before == ContainerState.DISCONNECTED) {
			return new ContainerReconnectedEvent(queue);
		}
		if (before == ContainerState.UNRESPONSIVE) {
			return new ContainerResponsiveEvent(queue);
		}
		// a container that stops may still hear that an outage is over
		return (before == null || before == ContainerState.STOPPED || before == ContainerState.FAILED)
				? new ContainerStartedEvent(queue) : null;
	}

}
