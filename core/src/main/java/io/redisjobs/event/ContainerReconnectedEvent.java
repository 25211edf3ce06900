package io.redisjobs.event;

/** Redis answers a container again. */
public final class ContainerReconnectedEvent extends ContainerEvent {

	ContainerReconnectedEvent(String queue) {
		super(queue);
	}

}
