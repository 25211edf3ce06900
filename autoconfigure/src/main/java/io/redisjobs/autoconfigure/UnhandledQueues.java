package io.redisjobs.autoconfigure;

import java.util.Set;
import java.util.TreeSet;

import io.redisjobs.listener.JobContainer;
import io.redisjobs.listener.JobContainerRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Names the queues that are configured and that nobody here handles, in one line: an
 * application may only publish to them, or their names are misspelled.
 */
final class UnhandledQueues implements ApplicationListener<ContextRefreshedEvent> {

	private static final Log logger = LogFactory.getLog(UnhandledQueues.class);

	private final PropertiesByQueue properties;

	private final JobContainerRegistry containers;

	private boolean told;

	UnhandledQueues(PropertiesByQueue properties, JobContainerRegistry containers) {
		this.properties = properties;
		this.containers = containers;
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		Set<String> unhandled = new TreeSet<>(this.properties.queues());
		unhandled.removeAll(this.properties.targets());
		this.containers.all().stream().map(JobContainer::queue).forEach(unhandled::remove);
		if (!unhandled.isEmpty() && !this.told) {
			this.told = true;
			logger.info("Queues " + unhandled + " are configured, and no handler here takes their jobs. "
					+ "If this application does not publish to them either, look at their names.");
		}
	}

}
