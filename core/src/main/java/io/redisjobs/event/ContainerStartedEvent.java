package io.redisjobs.event;

/** A container takes jobs. */
public final class ContainerStartedEvent extends ContainerEvent {

	ContainerStartedEvent(String queue) {
		super(queue);
	}

}
