package io.redisjobs.listener;

import org.apache.commons.logging.Log;
import org.jspecify.annotations.Nullable;

/**
 * How failed attempts are logged whose jobs will be tried again.
 *
 * @param level at which level
 * @param stackTrace whether with the stack trace, which they have anyway where the
 * containers' logger has the level debug
 */
public record RetryLog(Level level, boolean stackTrace) {

	/** One line for each at the level warn. */
	public static final RetryLog DEFAULT = new RetryLog(Level.WARN, false);

	/** The same for what is a warning in any case. */
	RetryLog atWarn() {
		return new RetryLog(Level.WARN, this.stackTrace && this.level != Level.OFF);
	}

	void write(Log logger, String line, Throwable error) {
		Throwable shown = (this.stackTrace || logger.isDebugEnabled()) ? error : null;
		this.level.write(logger, line, shown);
	}

	/** The level of a line. */
	public enum Level {

		/** Not at all. */
		OFF,
		/** As a trace. */
		TRACE,
		/** As a help for finding errors. */
		DEBUG,
		/** As an information. */
		INFO,
		/** As a warning. */
		WARN,
		/** As an error. */
		ERROR;

		private void write(Log logger, String line, @Nullable Throwable error) {
			switch (this) {
				case OFF -> {
				}
				case TRACE -> logger.trace(line, error);
				case DEBUG -> logger.debug(line, error);
				case INFO -> logger.info(line, error);
				case WARN -> logger.warn(line, error);
				case ERROR -> logger.error(line, error);
			}
		}

	}

}
