package io.redisjobs.event;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** A container has not done something that it should have done long ago. */
public final class ContainerUnresponsiveEvent extends ContainerEvent {

	private final @Nullable Throwable reason;

	ContainerUnresponsiveEvent(String queue, @Nullable Throwable reason) {
		super(queue);
		this.reason = reason;
	}

	/** What is overdue. */
	public Optional<Throwable> reason() {
		return Optional.ofNullable(this.reason);
	}

}
