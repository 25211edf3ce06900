package io.redisjobs.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

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
