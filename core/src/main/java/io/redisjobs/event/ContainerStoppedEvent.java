package io.redisjobs.event;

/** A container has stopped and holds no jobs. */
public final class ContainerStoppedEvent extends ContainerEvent {

	ContainerStoppedEvent(String queue) {
		super(queue);
	}

}
