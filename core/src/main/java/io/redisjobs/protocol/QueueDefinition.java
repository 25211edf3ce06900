package io.redisjobs.protocol;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a contract needs to know of a queue.
 *
 * @param name its name
 * @param lease how long a reserved job stays its worker's unless that is extended
 * @param workerName the name this worker shows to others, if any
 * @param settings the contract's own settings, or {@code null} for its defaults
 */
public record QueueDefinition(String name, Duration lease, @Nullable String workerName, @Nullable Object settings) {

	/** The contract's own settings. */
	public <T> T settings(Class<T> type, T defaults) {
		return (this.settings != null) ? type.cast(this.settings) : defaults;
	}

}
