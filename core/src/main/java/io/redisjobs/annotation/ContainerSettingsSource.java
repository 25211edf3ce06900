package io.redisjobs.annotation;

import io.redisjobs.listener.ContainerSettings;

/** Knows how the containers of queues are to run. */
@FunctionalInterface
public interface ContainerSettingsSource {

	/** The settings of a queue's container. */
	ContainerSettings settings(String queue);

}
