package io.redisjobs.event;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** Redis does not answer a container, which keeps trying. */
public final class ContainerDisconnectedEvent extends ContainerEvent {

	private final @Nullable Throwable reason;

	ContainerDisconnectedEvent(String queue, @Nullable Throwable reason) {
		super(queue);
		this.reason = reason;
	}

	/** What went wrong. */
	public Optional<Throwable> reason() {
		return Optional.ofNullable(this.reason);
	}

}
