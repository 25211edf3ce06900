package io.redisjobs.event;

import org.springframework.context.ApplicationEvent;

/** Something happened to the container of a queue in this application. */
public abstract class ContainerEvent extends ApplicationEvent {

	ContainerEvent(String queue) {
		super(queue);
	}

	/** The queue. */
	public final String queue() {
		return (String) getSource();
	}

	@Override
	public String toString() {
		return "Queue '" + getSource() + "': " + getClass().getSimpleName();
	}

}
