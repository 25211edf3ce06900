package io.redisjobs.event;

/** Nothing is overdue any more in a container that was unresponsive. */
public final class ContainerResponsiveEvent extends ContainerEvent {

	ContainerResponsiveEvent(String queue) {
		super(queue);
	}

}
