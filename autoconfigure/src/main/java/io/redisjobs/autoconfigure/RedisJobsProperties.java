package io.redisjobs.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import io.redisjobs.InvalidJobsConfigurationException;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** Settings of redis-jobs. */
@ConfigurationProperties("redis-jobs")
public class RedisJobsProperties {

	/**
	 * Whether queues must be named under redis-jobs.queues before anything is published
	 * to them or handled.
	 */
	private boolean strict;

	/**
	 * Whether the application refuses to start while Redis does not answer, or refuses
	 * its password or its user.
	 */
	private boolean failFast;

	/**
	 * Whether handlers start with the application at all; false leaves every queue to be
	 * started by hand.
	 */
	private boolean autoStartup = true;

	/**
	 * How many queues may wait for jobs on a connection and a thread of their own. In an
	 * application with more, those without jobs share a connection.
	 */
	private int waitingConnections = 4;

	/**
	 * Settings of all queues that set nothing else.
	 */
	@NestedConfigurationProperty
	private QueueProperties defaults = new QueueProperties();

	/**
	 * Settings by queue name.
	 */
	private final Map<String, QueueProperties> queues = new LinkedHashMap<>();

	public boolean isStrict() {
		return this.strict;
	}

	public void setStrict(boolean strict) {
		this.strict = strict;
	}

	public boolean isFailFast() {
		return this.failFast;
	}

	public void setFailFast(boolean failFast) {
		this.failFast = failFast;
	}

	public boolean isAutoStartup() {
		return this.autoStartup;
	}

	public void setAutoStartup(boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	public int getWaitingConnections() {
		return this.waitingConnections;
	}

	public void setWaitingConnections(int waitingConnections) {
		this.waitingConnections = waitingConnections;
	}

	int checkedWaitingConnections() {
		if (this.waitingConnections < 0) {
			throw new InvalidJobsConfigurationException(
					"redis-jobs.waiting-connections is " + this.waitingConnections
							+ ", but there cannot be less than none",
					"Set it to 0 to have all queues without jobs share a connection, or to a positive number.");
		}
		return this.waitingConnections;
	}

	public QueueProperties getDefaults() {
		return this.defaults;
	}

	public void setDefaults(QueueProperties defaults) {
		this.defaults = defaults;
	}

	public Map<String, QueueProperties> getQueues() {
		return this.queues;
	}

}
