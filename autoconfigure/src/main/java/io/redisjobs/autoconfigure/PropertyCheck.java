package io.redisjobs.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/** Refuses values by the name of their property; what is not set is right. */
public final class PropertyCheck {

	private final String prefix;

	/**
	 * Checks the properties of one place.
	 * @param prefix what their names begin with, such as {@code redis-jobs.defaults}
	 */
	PropertyCheck(String prefix) {
		this.prefix = prefix;
	}

	/** Refuses a value below another. */
	public <T extends Comparable<T>> PropertyCheck atLeast(String name, @Nullable T value, T least) {
		if (value != null && value.compareTo(least) < 0) {
			throw invalid(name, value, "must be at least " + text(least));
		}
		return this;
	}

	/** Refuses a value that cannot work unless another is set. */
	public PropertyCheck needs(String name, @Nullable Object value, String other, @Nullable Object otherValue) {
		if (value != null && otherValue == null) {
			throw invalid(name, value, "needs " + this.prefix + "." + other + " beside it");
		}
		return this;
	}

	/** Refuses a value for any reason. */
	public PropertyCheck that(boolean right, String name, Object value, String reason) {
		if (!right) {
			throw invalid(name, value, reason);
		}
		return this;
	}

	private InvalidConfigurationPropertyValueException invalid(String name, Object value, String reason) {
		return new InvalidConfigurationPropertyValueException(this.prefix + "." + name, value, reason);
	}

	private static String text(Object value) {
		if (value instanceof Duration duration) {
			return (duration.toMillis() % 1000 == 0) ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
		}
		return (value instanceof DataSize size) ? size.toBytes() + "B" : String.valueOf(value);
	}

}
