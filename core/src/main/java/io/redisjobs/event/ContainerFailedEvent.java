package io.redisjobs.event;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A container has stopped by itself, because something that it needs is missing or does
 * not fit.
 */
public final class ContainerFailedEvent extends ContainerEvent {

	private final @Nullable Throwable reason;

	ContainerFailedEvent(String queue, @Nullable Throwable reason) {
		super(queue);
		this.reason = reason;
	}

	/** What does not fit. */
	public Optional<Throwable> reason() {
		return Optional.ofNullable(this.reason);
	}

}
